import type { Exchange } from './http.ts'

/** Where Google keeps the images of ads, and what their addresses look like here. */
const GOOGLE_IMAGES = 'https://tpc.googlesyndication.com'
const PATH = /^\/simgad\/(\d{1,15})\/(\d{2,4})x(\d{2,4})$/

/** The address of an image asset as `asset.image_asset.full_size.url` gives it; `id` decides what it shows. */
export function imageUrl(id: number, width: number, height: number): string {
  return `${GOOGLE_IMAGES}/simgad/${id}/${width}x${height}`
}

/** Answers for Google's image host; false when the path is none of its. */
export function answerImage({ url, request, response }: Exchange): boolean {
  const [, id, width, height] = PATH.exec(url.pathname) ?? []
  if (request.method !== 'GET' || !id) return false
  response.writeHead(200, {
    'content-type': 'image/svg+xml',
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'cross-origin',
  })
  response.end(drawImage(Number(id), Number(width), Number(height)))
  return true
}

/** A shop window: things on a shelf before a wall; a small square is a logo, one shape on a plain ground. */
function drawImage(id: number, width: number, height: number): string {
  const hue = (id * 47) % 360
  const colour = (turn: number, light: number) => `hsl(${(hue + turn) % 360} 42% ${light}%)`
  const shapes =
    Math.max(width, height) <= 512
      ? logo(width, height, colour(0, 38), colour(40, 88))
      : window(id, width, height, colour)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${shapes}</svg>`
}

function logo(width: number, height: number, ground: string, shape: string): string {
  const radius = width * 0.3
  return (
    `<rect width="${width}" height="${height}" fill="${ground}"/>` +
    `<circle cx="${width / 2}" cy="${height / 2}" r="${radius}" fill="none" stroke="${shape}" stroke-width="${width * 0.1}"/>` +
    `<circle cx="${width / 2 + radius}" cy="${height / 2 - radius}" r="${width * 0.09}" fill="${shape}"/>`
  )
}

const THINGS = 4

function window(
  id: number,
  width: number,
  height: number,
  colour: (turn: number, light: number) => string,
): string {
  const shelf = height * 0.74
  const step = width / (THINGS + 1)
  const things = Array.from({ length: THINGS }, (_, at) => {
    const tall = height * (0.22 + ((id * (at + 3) * 13) % 30) / 100)
    const wide = Math.min(step * 0.7, height * 0.3)
    const x = step * (at + 1) - wide / 2
    const round = (id + at) % 3 === 0 ? wide / 2 : wide * 0.14
    return `<rect x="${x}" y="${shelf - tall}" width="${wide}" height="${tall}" rx="${round}" fill="${colour(at * 28, 46 + at * 6)}"/>`
  })
  return (
    `<rect width="${width}" height="${height}" fill="${colour(20, 90)}"/>` +
    `<circle cx="${width * 0.78}" cy="${height * 0.3}" r="${height * 0.2}" fill="${colour(60, 80)}"/>` +
    things.join('') +
    `<rect y="${shelf}" width="${width}" height="${height - shelf}" fill="${colour(10, 74)}"/>`
  )
}
