/** The only source of 'now'. In the demonstration environment it can be moved forward. */
export type Clock = {
  now: () => Date
  advance: (ms: number) => void
  /** How far it is moved, for a clock in another thread. */
  shared: SharedArrayBuffer
}

export function systemClock(offsetMs = 0): Clock {
  const shared = new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT)
  const clock = sharedClock(shared)
  clock.advance(offsetMs)
  return clock
}

/** Moves with the clock that it was taken from. */
export function sharedClock(shared: SharedArrayBuffer): Clock {
  const offset = new Float64Array(shared)
  return {
    now: () => new Date(Date.now() + offset[0]!),
    advance: (ms) => {
      offset[0]! += ms
    },
    shared,
  }
}
