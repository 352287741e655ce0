//! Takes the script out of the arguments of a shell.

/// Shells whose last argument is the script.
const SHELLS: [&str; 9] = ["bash", "sh", "zsh", "dash", "ksh", "fish", "cmd", "powershell", "pwsh"];

/// Gives the script (`["/bin/bash", "-lc", "ls"]` is `ls`); joins any other arguments.
pub(super) fn script_of(arguments: &[String]) -> String {
    let program = arguments.first().map(|first| first.rsplit(['/', '\\']).next().unwrap_or(first));
    let is_shell = program.is_some_and(|name| SHELLS.contains(&name.trim_end_matches(".exe")));
    match arguments {
        [_, flag, .., script] if is_shell && flag.starts_with(['-', '/']) => script.clone(),
        _ => arguments.join(" "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shell_is_not_the_command() {
        let words = |line: &[&str]| line.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();

        assert_eq!(script_of(&words(&["/bin/bash", "-lc", "ls src"])), "ls src");
        assert_eq!(script_of(&words(&["powershell.exe", "-NoProfile", "-Command", "dir"])), "dir");
        assert_eq!(script_of(&words(&["git", "status"])), "git status");
        assert_eq!(script_of(&[]), "");
    }
}
