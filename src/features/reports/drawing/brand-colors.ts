/** Contrast as WCAG 2 defines it. */
const LEAST_CONTRAST = 3

/** The brand's colour, darkened until lines of it are seen on white paper. */
export function onPaper(color: string): string {
  let channels = channelsOf(color)
  // Black itself has 21, so this ends.
  while (contrastWithWhite(channels) < LEAST_CONTRAST) channels = channels.map((c) => c * 0.93)
  return `#${channels.map((c) => Math.round(c).toString(16).padStart(2, '0')).join('')}`
}

function channelsOf(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
}

function contrastWithWhite(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}
