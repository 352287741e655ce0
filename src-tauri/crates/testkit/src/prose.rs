//! Deterministic text: words that follow Zipf's law, sentences, code, tool output.

/// A small random source (`SplitMix64`): the same seed gives the same stream on every machine.
#[derive(Debug, Clone)]
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound.max(1) as u64).unwrap_or(0)
    }

    pub(crate) fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    pub(crate) fn uuid(&mut self) -> String {
        let (high, low) = (self.next(), self.next());
        format!(
            "{:08x}-{:04x}-4{:03x}-a{:03x}-{:012x}",
            high >> 32,
            high >> 16 & 0xffff,
            high & 0xfff,
            low >> 52,
            low & 0xffff_ffff_ffff
        )
    }
}

/// How many different words the prose uses.
const VOCABULARY: usize = 12_000;

const SYLLABLES: [&str; 24] = [
    "ba", "cor", "de", "fin", "ga", "hel", "im", "jo", "ka", "lo", "mer", "ne", "or", "pa", "qui", "ra", "sta", "ti",
    "ul", "ver", "wi", "xa", "yo", "zen",
];

/// Spells the word of a rank; common ranks are short.
fn word(rank: usize) -> String {
    let mut rest = rank + 1;
    let mut text = String::new();
    while rest > 0 {
        text.push_str(SYLLABLES[rest % SYLLABLES.len()]);
        rest /= SYLLABLES.len();
    }
    text
}

/// Draws a word by Zipf's law: rank r about r times rarer than the first.
fn draw_word(dice: &mut Dice) -> String {
    #[expect(clippy::cast_precision_loss, reason = "53 bits are plenty for a draw")]
    let uniform = (dice.next() >> 11) as f64 / (1u64 << 53) as f64;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and the vocabulary")]
    let rank = ((VOCABULARY as f64).powf(uniform) - 1.0) as usize;
    word(rank)
}

/// Writes about `bytes` bytes of sentences.
pub(crate) fn sentences(dice: &mut Dice, bytes: usize) -> String {
    let mut text = String::with_capacity(bytes + 64);
    while text.len() < bytes {
        for index in 0..dice.between(5, 16) {
            if index > 0 {
                text.push(' ');
            }
            text.push_str(&draw_word(dice));
        }
        text.push_str(if dice.below(6) == 0 { ".\n\n" } else { ". " });
    }
    text.truncate(text.trim_end().len());
    text
}

/// Names a source file.
pub(crate) fn path(dice: &mut Dice) -> String {
    format!("src/{}/{}_{}.ts", draw_word(dice), draw_word(dice), draw_word(dice))
}

/// Writes about `bytes` bytes of numbered code lines, as a file reading tool returns them.
pub(crate) fn code(dice: &mut Dice, bytes: usize) -> String {
    let mut text = String::with_capacity(bytes + 96);
    let mut line = 1;
    while text.len() < bytes {
        let (name, value, call) = (draw_word(dice), draw_word(dice), draw_word(dice));
        let number = dice.below(10_000);
        text.extend([format!("{line:>5}\u{2192}  const {name} = {call}({value}, \"{number}\");\n")]);
        line += 1;
    }
    text
}

/// Writes about `bytes` bytes of a test run.
pub(crate) fn test_run(dice: &mut Dice, bytes: usize) -> String {
    let mut text = String::with_capacity(bytes + 96);
    while text.len() < bytes {
        let seconds = dice.below(900);
        text.extend([format!("ok {} - {} {} ({seconds}ms)\n", dice.below(500), path(dice), draw_word(dice))]);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_text() {
        assert_eq!(sentences(&mut Dice::new(7), 500), sentences(&mut Dice::new(7), 500));
        assert_ne!(sentences(&mut Dice::new(7), 500), sentences(&mut Dice::new(8), 500));
    }

    #[test]
    fn common_words_are_common() {
        let text = sentences(&mut Dice::new(1), 200_000);
        let words: Vec<&str> = text.split_whitespace().collect();
        let first = words.iter().filter(|word| word.trim_matches('.') == super::word(0)).count();

        assert!(first * 100 > words.len() * 3, "the most common word makes up several percent, as in real text");
    }
}
