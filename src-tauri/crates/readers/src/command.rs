//! Names the program that a shell command is about.
//!
//! Not a shell: enough of its grammar to look past assignments, directory changes and programs that start others. The
//! answer is a hint for grouping, and empty where there is none.

/// Programs that start another one, with their options that take a value.
const WRAPPERS: [(&str, &[&str]); 14] = [
    ("sudo", &["-u", "-g", "-h", "-p", "-C", "-T", "-D", "-R", "-U"]),
    ("doas", &["-u", "-C"]),
    ("env", &["-u", "-C", "-S", "--unset", "--chdir"]),
    ("time", &["-f", "-o"]),
    ("nice", &["-n"]),
    ("ionice", &["-c", "-n"]),
    ("nohup", &[]),
    ("command", &[]),
    ("exec", &["-a"]),
    ("builtin", &[]),
    ("stdbuf", &["-i", "-o", "-e"]),
    ("timeout", &["-k", "-s"]),
    ("setsid", &[]),
    ("xvfb-run", &["-n", "-s", "-e", "-f", "-w"]),
];

/// Commands that only prepare the next one.
const PREPARATIONS: [&str; 12] =
    ["cd", "pushd", "popd", "export", "unset", "set", "source", ".", "umask", "ulimit", "shopt", "mkdir"];

/// Shells that take a script as an argument.
const SHELLS: [&str; 6] = ["bash", "sh", "zsh", "dash", "ksh", "fish"];

/// Finds the first word of a command that does something: after assignments and wrappers (`sudo`, `env A=1`), after
/// preparations that another command follows (`cd x &&`), inside `bash -c '…'`. Folders of the program are left out.
pub(crate) fn head(command: &str) -> String {
    head_within(command, 3)
}

fn head_within(command: &str, depth: usize) -> String {
    let mut preparation = String::new();
    for words in (Commands { rest: command }) {
        let Some(program) = program(&words) else { continue };
        let name = base_name(&words[program]);
        if SHELLS.contains(&name)
            && depth > 0
            && let Some(script) = script(&words[program + 1..])
        {
            let inner = head_within(script, depth - 1);
            if !inner.is_empty() {
                return inner;
            }
        }
        if !PREPARATIONS.contains(&name) {
            return name.to_owned();
        }
        if preparation.is_empty() {
            name.clone_into(&mut preparation);
        }
    }
    preparation
}

/// Finds the word that names the program, behind assignments and wrappers with their options.
fn program(words: &[String]) -> Option<usize> {
    let mut at = 0;
    while at < words.len() {
        let word = words[at].as_str();
        let name = base_name(word);
        if is_assignment(word) || matches!(word, "!" | "{" | "then" | "do" | "else" | "if" | "while" | "until") {
            at += 1;
        } else if let Some((_, with_value)) = WRAPPERS.iter().find(|(wrapper, _)| *wrapper == name) {
            at += 1;
            while let Some(option) = words.get(at) {
                let is_duration = name == "timeout" && option.starts_with(|letter: char| letter.is_ascii_digit());
                if with_value.contains(&option.as_str()) {
                    at += 2;
                } else if option.starts_with('-') || is_duration || is_assignment(option) {
                    at += 1;
                } else {
                    break;
                }
            }
            if at >= words.len() {
                return words.iter().position(|word| base_name(word) == name);
            }
        } else {
            return Some(at);
        }
    }
    None
}

/// Finds the script among the arguments of a shell: what follows an option that ends in `c`.
fn script(arguments: &[String]) -> Option<&str> {
    let option = arguments
        .iter()
        .position(|word| word.len() > 1 && word.starts_with('-') && !word.starts_with("--") && word.ends_with('c'))?;
    arguments.get(option + 1).map(String::as_str)
}

fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        let name = name.trim_end_matches('+');
        !name.is_empty()
            && !name.starts_with(|letter: char| letter.is_ascii_digit())
            && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
    })
}

fn base_name(word: &str) -> &str {
    let name = word.rsplit(['/', '\\']).next().unwrap_or(word);
    if name.is_empty() { word } else { name }
}

/// The simple commands of a line, each as its words without quotes.
struct Commands<'a> {
    rest: &'a str,
}

impl Iterator for Commands<'_> {
    type Item = Vec<String>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.rest.is_empty() {
            let (words, rest) = simple_command(self.rest);
            self.rest = rest;
            if !words.is_empty() {
                return Some(words);
            }
        }
        None
    }
}

/// Takes words up to the next `;`, `&`, `|`, bracket or line break outside quotes.
fn simple_command(text: &str) -> (Vec<String>, &str) {
    /// Words beyond this do not change the answer.
    const MOST_WORDS: usize = 64;
    let mut words: Vec<String> = Vec::new();
    let mut word: Option<String> = None;
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\'' | '"' => {
                let quoted = word.get_or_insert_default();
                while let Some((_, inner)) = letters.next() {
                    match inner {
                        _ if inner == letter => break,
                        '\\' if letter == '"' => quoted.extend(letters.next().map(|(_, escaped)| escaped)),
                        _ => quoted.push(inner),
                    }
                }
            }
            '\\' => match letters.next() {
                Some((_, '\n')) | None => {}
                Some((_, escaped)) => word.get_or_insert_default().push(escaped),
            },
            '#' if word.is_none() => {
                let rest = letters.as_str();
                let line = rest.find('\n').map_or("", |newline| &rest[newline..]);
                return (words, line);
            }
            ';' | '&' | '|' | '(' | ')' | '\n' if !(letter == '&' && word.as_deref().is_some_and(ends_in_arrow)) => {
                words.extend(word);
                return (words, &text[at + letter.len_utf8()..]);
            }
            _ if letter.is_whitespace() => {
                words.extend(word.take());
                if words.len() >= MOST_WORDS {
                    return (words, "");
                }
            }
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    (words, "")
}

/// Tells whether a word is the start of a redirection (`2>&1`), in which `&` ends nothing.
fn ends_in_arrow(word: &str) -> bool {
    word.ends_with(['>', '<'])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_head_is_the_program_that_does_the_work() {
        for (command, expected) in [
            ("node --test 2>&1 | tail -8", "node"),
            ("SP=/x; go test ./...", "go"),
            ("A=1 B='x y' make -j2", "make"),
            ("cd /a/b && git switch -c fix", "git"),
            ("cd \"/a b\"; ls", "ls"),
            ("sudo -u www-data -n systemctl restart x", "systemctl"),
            ("env -u A B=1 timeout -k 5 10s cargo test", "cargo"),
            ("/usr/bin/python3 -c 'import time'", "python3"),
            ("bash -lc \"cd x && npm run build\"", "npm"),
            ("bash script.sh", "bash"),
            ("# a remark\nls -la", "ls"),
            ("(cd x && ls)", "ls"),
            ("set -e\nexport A=1\nrg foo", "rg"),
            ("if ! grep -q x y; then echo no; fi", "grep"),
            ("cd /tmp", "cd"),
            ("sudo", "sudo"),
            ("A=1", ""),
            ("", ""),
            ("'my tool' x", "my tool"),
            ("git \\\n  status", "git"),
        ] {
            assert_eq!(head(command), expected, "`{command}` is about `{expected}`");
        }
    }

    proptest! {
        #[test]
        fn no_command_panics(command in "\\PC{0,200}") {
            head(&command);
        }

        #[test]
        fn no_punctuation_panics(command in "[a-c'\"\\\\;&|()#<> \\n$=/-]{0,60}") {
            head(&command);
        }
    }
}
