//! What a shell command is about: the script inside the shell's arguments, and the program it starts.
//!
//! Pure work on text. The head is a hint for grouping, not a parse of the shell's grammar.

/// Words that start another program and say nothing about it.
const WRAPPERS: [&str; 9] = ["sudo", "env", "time", "nice", "nohup", "command", "exec", "builtin", "timeout"];

/// Shells whose last argument is the script.
const SHELLS: [&str; 9] = ["bash", "sh", "zsh", "dash", "ksh", "fish", "cmd", "powershell", "pwsh"];

/// Takes the script out of the arguments of a shell (`["/bin/bash", "-lc", "ls"]` is `ls`); joins any other arguments.
pub(super) fn script_of(arguments: &[String]) -> String {
    let program = arguments.first().map(|first| first.rsplit(['/', '\\']).next().unwrap_or(first));
    let is_shell = program.is_some_and(|name| SHELLS.contains(&name.trim_end_matches(".exe")));
    match arguments {
        [_, flag, .., script] if is_shell && flag.starts_with(['-', '/']) => script.clone(),
        _ => arguments.join(" "),
    }
}

/// Finds the first word of a command after assignments and wrappers; empty where there is none.
pub(super) fn head_of(command: &str) -> String {
    let words = command.split(|letter: char| letter.is_whitespace() || ";&|()".contains(letter));
    let mut is_after_wrapper = false;
    for word in words.filter(|word| !word.is_empty()) {
        let is_option = word.starts_with('-') || word.starts_with(|letter: char| letter.is_ascii_digit());
        if word.contains('=') || (is_after_wrapper && is_option) {
            continue;
        }
        if WRAPPERS.contains(&word) {
            is_after_wrapper = true;
            continue;
        }
        return word.trim_matches(['"', '\'']).to_owned();
    }
    String::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_head_is_the_program_that_does_the_work() {
        for (command, head) in [
            ("SP=/x; go test ./...", "go"),
            ("sudo -n timeout 5 cargo test", "cargo"),
            ("A=1 B=2", ""),
            ("cat src/cart.js | head", "cat"),
            ("", ""),
        ] {
            assert_eq!(head_of(command), head, "`{command}` runs `{head}`");
        }
    }

    #[test]
    fn a_shell_is_not_the_command() {
        let words = |line: &[&str]| line.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();

        assert_eq!(script_of(&words(&["/bin/bash", "-lc", "ls src"])), "ls src");
        assert_eq!(script_of(&words(&["powershell.exe", "-NoProfile", "-Command", "dir"])), "dir");
        assert_eq!(script_of(&words(&["git", "status"])), "git status");
        assert_eq!(script_of(&[]), "");
    }
}
