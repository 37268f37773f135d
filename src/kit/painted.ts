/** Resolves once what is drawn now is on the screen. */
export function painted(): Promise<void> {
  // A frame's callbacks run before it is painted, a timer set there after.
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}
