//! The literal bytes by which secrets are found at all, and the searcher for them.
//!
//! This list decides the speed of indexing. Every line is searched for all of it at once with vector instructions, so
//! a good anchor is rare in transcripts, at least three bytes long and shares its beginning with others. Names are
//! found by their ends (`oken` for `TOKEN`'s lower-case twins, `_key` for the whole family) because prefixes vary.

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, Input, MatchKind, packed};

/// What an anchor promises.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    /// The words of a PEM header.
    PrivateKey,
    /// The middle of an address.
    Address,
    /// The word before a bearer token.
    Bearer,
    /// The header that carries credentials.
    Authorization,
    /// The beginning of a token of some vendor.
    Vendor(Vendor),
    /// The end of a name that a secret may be assigned to.
    Name(Name),
}

/// Who gives tokens of a shape of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Vendor {
    /// `AKIA…` and its siblings.
    AwsKeyId,
    /// `ghp_…` and its siblings.
    GitHub,
    /// `github_pat_…`.
    GitHubFineGrained,
    /// `glpat-…` and its siblings.
    GitLab,
    /// `xoxb-…` and its siblings.
    Slack,
    /// `sk_live_…` and its siblings; the anchor begins at the `k`.
    Stripe,
    /// `whsec_…`.
    StripeWebhook,
    /// `sk-…`: OpenAI, Anthropic and those who imitate them.
    SecretKey,
    /// `AIza…`.
    Google,
    /// `GOCSPX-…`.
    GoogleClient,
    /// `ya29.…`.
    GoogleAccess,
    /// `npm_…`.
    Npm,
    /// `pypi-…`.
    Pypi,
    /// `eyJ…`, three parts with dots.
    Jwt,
    /// `hf_…`.
    HuggingFace,
    /// `gsk_…`.
    Groq,
    /// `xai-…`.
    Xai,
    /// `dckr_pat_…`.
    Docker,
    /// `SG.…`.
    SendGrid,
    /// `dop_v1_…`.
    DigitalOcean,
}

/// The family of a name, told by its anchor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Name {
    /// `password`, `passwd`: the anchor is `assw`.
    Passw,
    /// `passphrase`.
    Passphrase,
    /// `…_pass`.
    Pass,
    /// `…pwd`.
    Pwd,
    /// `…secret`.
    Secret,
    /// `…token`.
    Token,
    /// `…key`, of which only some are secret.
    Key,
    /// `…auth`.
    Auth,
    /// `…credential`, `…credentials`.
    Credential,
}

/// All anchors. No anchor begins another one, so their order does not matter.
const ANCHORS: &[(&str, Anchor)] = {
    use self::Anchor::{Address, Authorization, Bearer, Name as N, PrivateKey, Vendor as V};
    use self::Name::{Auth, Credential, Key, Pass, Passphrase, Passw, Pwd, Secret, Token};
    use self::Vendor::{
        AwsKeyId, DigitalOcean, Docker, GitHub, GitHubFineGrained, GitLab, Google, GoogleAccess, GoogleClient, Groq,
        HuggingFace, Jwt, Npm, Pypi, SecretKey, SendGrid, Slack, Stripe, StripeWebhook, Xai,
    };
    &[
        ("PRIVATE KEY", PrivateKey),
        ("://", Address),
        (r":\/\/", Address),
        ("earer ", Bearer),
        ("EARER ", Bearer),
        ("uthorization", Authorization),
        ("UTHORIZATION", Authorization),
        ("AKIA", V(AwsKeyId)),
        ("ASIA", V(AwsKeyId)),
        ("ABIA", V(AwsKeyId)),
        ("ACCA", V(AwsKeyId)),
        ("ghp_", V(GitHub)),
        ("gho_", V(GitHub)),
        ("ghu_", V(GitHub)),
        ("ghs_", V(GitHub)),
        ("ghr_", V(GitHub)),
        ("github_pat_", V(GitHubFineGrained)),
        ("glpat-", V(GitLab)),
        ("glptt-", V(GitLab)),
        ("gldt-", V(GitLab)),
        ("glrt-", V(GitLab)),
        ("glcbt-", V(GitLab)),
        ("glsoat-", V(GitLab)),
        ("xox", V(Slack)),
        ("xapp-", V(Slack)),
        ("k_live_", V(Stripe)),
        ("k_test_", V(Stripe)),
        ("whsec_", V(StripeWebhook)),
        ("sk-", V(SecretKey)),
        ("AIza", V(Google)),
        ("GOCSPX-", V(GoogleClient)),
        ("ya29.", V(GoogleAccess)),
        ("npm_", V(Npm)),
        ("pypi-", V(Pypi)),
        ("eyJ", V(Jwt)),
        ("hf_", V(HuggingFace)),
        ("gsk_", V(Groq)),
        ("xai-", V(Xai)),
        ("dckr_pat_", V(Docker)),
        ("SG.", V(SendGrid)),
        ("dop_v1_", V(DigitalOcean)),
        ("assw", N(Passw)),
        ("ASSW", N(Passw)),
        ("assphrase", N(Passphrase)),
        ("ASSPHRASE", N(Passphrase)),
        ("_pass", N(Pass)),
        ("_PASS", N(Pass)),
        ("pwd", N(Pwd)),
        ("Pwd", N(Pwd)),
        ("PWD", N(Pwd)),
        ("ecret", N(Secret)),
        ("ECRET", N(Secret)),
        ("oken", N(Token)),
        ("OKEN", N(Token)),
        ("_key", N(Key)),
        ("_KEY", N(Key)),
        ("-key", N(Key)),
        ("-KEY", N(Key)),
        ("Key", N(Key)),
        ("ikey", N(Key)),
        ("IKEY", N(Key)),
        ("auth", N(Auth)),
        ("AUTH", N(Auth)),
        ("redential", N(Credential)),
        ("REDENTIAL", N(Credential)),
    ]
};

static SEARCHER: LazyLock<Searcher> = LazyLock::new(Searcher::new);

/// Finds anchors: with vector instructions where the processor has them, else with an automaton.
enum Searcher {
    Packed(packed::Searcher),
    Automaton(AhoCorasick),
    Nothing,
}

impl Searcher {
    fn new() -> Self {
        let literals = || ANCHORS.iter().map(|(literal, _)| literal);
        let packed = packed::Config::new()
            .match_kind(packed::MatchKind::LeftmostLongest)
            .only_teddy(true)
            .heuristic_pattern_limits(false)
            .builder()
            .extend(literals())
            .build();
        match packed {
            Some(searcher) => Self::Packed(searcher),
            None => Self::automaton(),
        }
    }

    fn automaton() -> Self {
        let literals = ANCHORS.iter().map(|(literal, _)| literal);
        let automaton = AhoCorasick::builder().match_kind(MatchKind::LeftmostLongest).build(literals);
        // The list is fixed and small, so building cannot fail; a test holds that.
        automaton.map_or(Self::Nothing, Self::Automaton)
    }

    fn next(&self, input: &[u8], at: usize) -> Option<(usize, usize, usize)> {
        match self {
            Self::Packed(searcher) => {
                let found = searcher.find_in(input, packed_span(at, input.len()))?;
                Some((found.start(), found.end(), found.pattern().as_usize()))
            }
            Self::Automaton(automaton) => {
                let found = automaton.find(Input::new(input).range(at..))?;
                Some((found.start(), found.end(), found.pattern().as_usize()))
            }
            Self::Nothing => None,
        }
    }
}

/// Finds the next anchor that begins at or after `at`: its first byte, one past its last byte, and what it promises.
pub(super) fn next(input: &[u8], at: usize) -> Option<(usize, usize, Anchor)> {
    if at >= input.len() {
        return None;
    }
    let (start, end, index) = SEARCHER.next(input, at)?;
    ANCHORS.get(index).map(|(_, anchor)| (start, end, *anchor))
}

/// The part of a text from `at` on.
fn packed_span(at: usize, end: usize) -> aho_corasick::Span {
    aho_corasick::Span { start: at, end }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(searcher: &Searcher, input: &[u8]) -> Vec<(usize, usize, usize)> {
        let mut found = Vec::new();
        let mut at = 0;
        while at < input.len()
            && let Some(next) = searcher.next(input, at)
        {
            at = next.0 + 1;
            found.push(next);
        }
        found
    }

    #[test]
    fn no_anchor_begins_another() {
        for (one, _) in ANCHORS {
            for (other, _) in ANCHORS {
                assert!(one == other || !other.starts_with(one), "{one} would hide {other}");
            }
        }
    }

    #[test]
    fn both_searchers_find_every_anchor_and_the_same() {
        let everything: Vec<u8> =
            ANCHORS.iter().flat_map(|(literal, _)| [literal.as_bytes(), b" filler "].concat()).collect();
        let automaton = all(&Searcher::automaton(), &everything);

        assert!(automaton.len() >= ANCHORS.len(), "every anchor is found");
        assert_eq!(all(&Searcher::new(), &everything), automaton, "what is masked must not depend on the processor");
    }
}
