/** What was typed, without what has been saved as it stands: from then on that follows what is known. */
export function stillTyped<Typed extends object>(typed: Typed, saved: Typed): Typed {
  const before = new Map(Object.entries(saved))
  const isOther = ([name, value]: [string, unknown]) =>
    !before.has(name) || before.get(name) !== value
  // Some of its own entries, none of which it must have.
  return Object.fromEntries(Object.entries(typed).filter(isOther)) as Typed
}
