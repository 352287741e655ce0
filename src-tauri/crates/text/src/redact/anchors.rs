//! The literal bytes by which secrets are found at all, and the searcher for them.
//!
//! These lists decide the speed of indexing: every line is searched for all of them at once with vector instructions, so
//! a good anchor is rare in transcripts and at least three bytes long. Names are found by their ends, without the first
//! letter, because that differs in case and what stands before it is anything (`oken` for `token`, `Token`, `myToken`).

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, Input, MatchKind, Span, packed};

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

/// An anchor's bytes and what it promises.
type Literal = (&'static str, Anchor);

/// What stands before or inside secrets. No anchor begins another one, here or below, so their order does not matter.
const SHAPES: &[Literal] = {
    use self::Anchor::{Address, Authorization, Bearer, PrivateKey, Vendor as V};
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
    ]
};

/// What names of secrets end with.
const NAMES: &[Literal] = {
    use self::Anchor::Name as N;
    use self::Name::{Auth, Credential, Key, Pass, Passphrase, Passw, Pwd, Secret, Token};
    &[
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

static SEARCHERS: LazyLock<[Searcher; 2]> = LazyLock::new(|| [Searcher::new(SHAPES), Searcher::new(NAMES)]);

/// An anchor in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Found {
    /// Its first byte.
    pub(super) start: usize,
    /// One past its last byte.
    pub(super) end: usize,
    /// What it promises.
    pub(super) anchor: Anchor,
}

/// Walks over the anchors of a text.
///
/// Shapes and names are searched apart: two small sets of literals are found twice as fast as one large set, because
/// fewer innocent bytes look like the beginning of one of them.
pub(super) struct Anchors<'a> {
    input: &'a [u8],
    /// The next anchor of each set, as far as it has been looked for.
    next: [Option<Found>; 2],
}

impl<'a> Anchors<'a> {
    /// Begins at the beginning of a text.
    pub(super) fn of(input: &'a [u8]) -> Self {
        Self { input, next: [SEARCHERS[0].next(input, 0), SEARCHERS[1].next(input, 0)] }
    }

    /// Gives the next anchor that begins at or after `at`, which never goes back.
    pub(super) fn next(&mut self, at: usize) -> Option<Found> {
        for (next, searcher) in self.next.iter_mut().zip(SEARCHERS.iter()) {
            if next.is_some_and(|found| found.start < at) {
                *next = searcher.next(self.input, at);
            }
        }
        match self.next {
            [Some(shape), Some(name)] => Some(if shape.start <= name.start { shape } else { name }),
            [shape, name] => shape.or(name),
        }
    }
}

/// Tells whose token begins with the bytes at `start`.
pub(super) fn vendor_at(input: &[u8], start: usize) -> Option<Vendor> {
    let rest = input.get(start..)?;
    SHAPES.iter().find_map(|(literal, anchor)| match anchor {
        Anchor::Vendor(vendor) if rest.starts_with(literal.as_bytes()) => Some(*vendor),
        _ => None,
    })
}

/// Finds the anchors of a set: with vector instructions where the processor has them, else with an automaton.
struct Searcher {
    literals: &'static [Literal],
    engine: Engine,
}

enum Engine {
    Packed(packed::Searcher),
    Automaton(AhoCorasick),
    Nothing,
}

impl Searcher {
    fn new(literals: &'static [Literal]) -> Self {
        let packed = packed::Config::new()
            .match_kind(packed::MatchKind::LeftmostLongest)
            .only_teddy(true)
            .heuristic_pattern_limits(false)
            .builder()
            .extend(literals.iter().map(|(literal, _)| literal))
            .build();
        match packed {
            Some(searcher) => Self { literals, engine: Engine::Packed(searcher) },
            None => Self::automaton(literals),
        }
    }

    fn automaton(literals: &'static [Literal]) -> Self {
        let automaton = AhoCorasick::builder()
            .match_kind(MatchKind::LeftmostLongest)
            .build(literals.iter().map(|(literal, _)| literal));
        // The list is fixed and small, so building cannot fail; a test holds that.
        Self { literals, engine: automaton.map_or(Engine::Nothing, Engine::Automaton) }
    }

    /// Finds the next anchor that begins at or after `at`.
    fn next(&self, input: &[u8], at: usize) -> Option<Found> {
        if at >= input.len() {
            return None;
        }
        let span = Span { start: at, end: input.len() };
        let found = match &self.engine {
            Engine::Packed(searcher) => searcher.find_in(input, span)?,
            Engine::Automaton(automaton) => automaton.find(Input::new(input).span(span))?,
            Engine::Nothing => return None,
        };
        let (_, anchor) = self.literals.get(found.pattern().as_usize())?;
        Some(Found { start: found.start(), end: found.end(), anchor: *anchor })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(searcher: &Searcher, input: &[u8]) -> Vec<Found> {
        let mut found = Vec::new();
        let mut at = 0;
        while let Some(next) = searcher.next(input, at) {
            at = next.start + 1;
            found.push(next);
        }
        found
    }

    fn everything() -> Vec<u8> {
        SHAPES.iter().chain(NAMES).flat_map(|(literal, _)| [literal.as_bytes(), b" filler "].concat()).collect()
    }

    #[test]
    fn no_anchor_begins_another() {
        for (one, _) in SHAPES.iter().chain(NAMES) {
            for (other, _) in SHAPES.iter().chain(NAMES) {
                assert!(one == other || !other.starts_with(one), "{one} would hide {other}");
            }
        }
    }

    #[test]
    fn both_engines_find_every_anchor_and_the_same() {
        for literals in [SHAPES, NAMES] {
            let automaton = all(&Searcher::automaton(literals), &everything());

            assert!(automaton.len() >= literals.len(), "every anchor is found");
            let packed = all(&Searcher::new(literals), &everything());
            assert_eq!(packed, automaton, "what is masked must not depend on the processor");
        }
    }

    #[test]
    fn the_two_sets_are_walked_in_order() {
        let text = everything();
        let mut anchors = Anchors::of(&text);
        let mut walked = Vec::new();
        let mut at = 0;
        while let Some(found) = anchors.next(at) {
            at = found.start + 1;
            walked.push(found);
        }
        let mut apart = [all(&SEARCHERS[0], &text), all(&SEARCHERS[1], &text)].concat();
        apart.sort_by_key(|found| found.start);

        assert_eq!(walked, apart);
    }
}
