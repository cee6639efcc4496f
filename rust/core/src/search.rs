//! What every search shares: limits, progress, interruption and counting.

use std::time::{Duration, Instant};

/// The limits of one search; `None` means no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limits {
    /// The most states to visit.
    pub states: Option<u64>,
    /// The longest time.
    pub time: Option<Duration>,
    /// The most bytes that tables and stacks of the search may hold.
    pub bytes: Option<u64>,
}

/// Why a search stopped before it had an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stop {
    /// The limit on states.
    States,
    /// The limit on time.
    Seconds,
    /// The limit on bytes.
    Bytes,
    /// The caller asked for it.
    Interrupted,
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// States visited.
    pub states: u64,
    /// Time used.
    pub time: Duration,
    /// Bytes that the search holds now.
    pub bytes: u64,
}

/// What the caller answers when a search reports its progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Go on.
    Continue,
    /// Stop at once.
    Stop,
}

/// Counts what a search uses, stops it at its limits, and lets the caller interrupt it.
///
/// A search calls [`Meter::visit`] once a state and [`Meter::hold`] whenever its tables grow, and passes the error on.
/// A stage of a search that has a schedule of its own takes [`Meter::states`] as its clock: schedules count states, never
/// time, so that an answer is the same on every machine.
pub struct Meter<'a> {
    limits: Limits,
    started: Instant,
    states: u64,
    bytes: u64,
    most_bytes: u64,
    next_look: u64,
    report: &'a mut dyn FnMut(&Progress) -> Answer,
}

/// States between two looks at the clock. A state costs at most some 100 µs, so that looks are at most some 25 ms apart.
const STATES_BETWEEN_LOOKS: u64 = 256;

impl<'a> Meter<'a> {
    /// Starts counting; `report` hears of the progress every few hundred states and may stop the search.
    ///
    /// Of a limit on bytes an eighth is kept back for the allocator, whose holes nobody counts.
    pub fn new(limits: Limits, report: &'a mut dyn FnMut(&Progress) -> Answer) -> Self {
        let limits = Limits { bytes: limits.bytes.map(|most| most - most / 8), ..limits };
        let mut meter =
            Self { limits, started: Instant::now(), states: 0, bytes: 0, most_bytes: 0, next_look: 0, report };
        meter.plan_next_look();
        meter
    }

    /// Counts one state.
    ///
    /// # Errors
    /// The limit that is reached, or the caller's wish to stop.
    #[inline]
    pub fn visit(&mut self) -> Result<(), Stop> {
        self.visit_many(1)
    }

    /// Counts several states at once.
    ///
    /// # Errors
    /// The limit that is reached, or the caller's wish to stop.
    #[inline]
    pub fn visit_many(&mut self, states: u64) -> Result<(), Stop> {
        self.states += states;
        if self.states >= self.next_look { self.look() } else { Ok(()) }
    }

    #[cold]
    fn look(&mut self) -> Result<(), Stop> {
        if let Some(most) = self.limits.states.filter(|&most| self.states > most) {
            // The state over the limit is not visited.
            self.states = most;
            return Err(Stop::States);
        }
        self.plan_next_look();
        let progress = self.progress();
        if (self.report)(&progress) == Answer::Stop {
            return Err(Stop::Interrupted);
        }
        if self.limits.time.is_some_and(|most| self.started.elapsed() >= most) {
            return Err(Stop::Seconds);
        }
        Ok(())
    }

    fn plan_next_look(&mut self) {
        let next = self.states + STATES_BETWEEN_LOOKS;
        self.next_look = self.limits.states.map_or(next, |most| next.min(most.saturating_add(1)));
    }

    /// Notes that the search now holds `more` bytes on top of what it held.
    ///
    /// # Errors
    /// [`Stop::Bytes`] when that is over the limit; nothing is noted then, and the caller must not grow.
    #[inline]
    pub fn hold(&mut self, more: usize) -> Result<(), Stop> {
        let bytes = self.bytes + more as u64;
        if self.limits.bytes.is_some_and(|most| bytes > most) {
            return Err(Stop::Bytes);
        }
        self.bytes = bytes;
        self.most_bytes = self.most_bytes.max(bytes);
        Ok(())
    }

    /// Notes that the search let go of this many bytes.
    #[inline]
    pub fn release(&mut self, bytes: usize) {
        self.bytes -= bytes as u64;
    }

    /// Gives the number of states visited so far.
    #[inline]
    pub fn states(&self) -> u64 {
        self.states
    }

    /// Tells how many bytes may still be held.
    pub fn bytes_left(&self) -> u64 {
        self.limits.bytes.map_or(u64::MAX, |most| most - self.bytes)
    }

    /// Says how far the search has come.
    pub fn progress(&self) -> Progress {
        Progress { states: self.states, time: self.started.elapsed(), bytes: self.bytes }
    }

    /// Gives the most bytes that were held at any time.
    pub fn most_bytes(&self) -> u64 {
        self.most_bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_on_states_is_exact() {
        let mut report = |_: &Progress| Answer::Continue;
        let mut meter = Meter::new(Limits { states: Some(1000), ..Limits::default() }, &mut report);
        for _ in 0..1000 {
            meter.visit().unwrap();
        }
        assert_eq!(meter.visit(), Err(Stop::States));
        assert_eq!(meter.states(), 1000);
        assert_eq!(meter.visit(), Err(Stop::States));
    }

    #[test]
    fn bytes_over_the_limit_are_refused_and_not_counted() {
        let mut report = |_: &Progress| Answer::Continue;
        let mut meter = Meter::new(Limits { bytes: Some(100), ..Limits::default() }, &mut report);
        meter.hold(60).unwrap();
        assert_eq!(meter.hold(60), Err(Stop::Bytes));
        meter.release(60);
        meter.hold(88).unwrap();
        assert_eq!(meter.most_bytes(), 88);
        assert_eq!(meter.hold(1), Err(Stop::Bytes), "an eighth is kept back");
    }

    #[test]
    fn the_caller_can_stop_a_search() {
        let mut report = |_: &Progress| Answer::Stop;
        let mut meter = Meter::new(Limits::default(), &mut report);
        let stopped = (0..10_000).find_map(|_| meter.visit().err());
        assert_eq!(stopped, Some(Stop::Interrupted));
    }
}
