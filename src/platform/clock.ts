/** The only source of 'now'. In the demonstration environment it can be moved forward. */
export type Clock = { now: () => Date; advance: (ms: number) => void }

export function systemClock(offsetMs = 0): Clock {
  let offset = offsetMs
  return {
    now: () => new Date(Date.now() + offset),
    advance: (ms) => {
      offset += ms
    },
  }
}
