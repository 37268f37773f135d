import { crc32, inflateSync } from 'node:zlib'

/** An image judged by its bytes: what its name or the browser says of it does not count. */
export type LogoVerdict = { type: 'png' | 'jpeg' } | { problem: string }

const LARGEST_SIDE = 2_000
const NEITHER = 'El logotipo tiene que ser una imagen PNG o JPEG.'
const BROKEN = 'La imagen está dañada: no se puede leer entera.'
const TOO_LARGE = `La imagen puede medir ${LARGEST_SIDE} × ${LARGEST_SIDE} píxeles como mucho.`

export function judgeLogo(bytes: Buffer): LogoVerdict {
  if (bytes.subarray(0, 8).equals(PNG_START)) return judgePng(bytes)
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return judgeJpeg(bytes)
  return { problem: NEITHER }
}

const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Samples per pixel by colour type. */
const PNG_SAMPLES: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** Whole: every chunk's checksum holds, and the pixels are exactly as many as the head says. */
function judgePng(bytes: Buffer): LogoVerdict {
  const pixels: Buffer[] = []
  let header: Buffer | null = null
  let hasPalette = false
  for (let at = 8; ; ) {
    if (at + 12 > bytes.length) return { problem: BROKEN }
    const length = bytes.readUInt32BE(at)
    const end = at + 12 + length
    if (end > bytes.length) return { problem: BROKEN }
    const name = bytes.toString('latin1', at + 4, at + 8)
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4))
      return { problem: BROKEN }
    const body = bytes.subarray(at + 8, end - 4)
    if (name === 'IHDR') header = body
    if (name === 'PLTE') hasPalette = true
    if (name === 'IDAT') pixels.push(body)
    if (name === 'IEND') break
    at = end
  }
  if (header?.length !== 13) return { problem: BROKEN }
  return judgePixels(header, Buffer.concat(pixels), hasPalette)
}

function judgePixels(header: Buffer, packed: Buffer, hasPalette: boolean): LogoVerdict {
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const [depth = 0, colorType = 0] = [header[8], header[9]]
  const samples = PNG_SAMPLES[colorType]
  if (!samples || ![1, 2, 4, 8, 16].includes(depth) || width === 0 || height === 0)
    return { problem: BROKEN }
  if (width > LARGEST_SIDE || height > LARGEST_SIDE) return { problem: TOO_LARGE }
  if (colorType === 3 && !hasPalette) return { problem: BROKEN }
  if (header[12] !== 0)
    return { problem: 'El PNG está entrelazado. Guárdalo sin entrelazar y vuelve a subirlo.' }
  const expected = (Math.ceil((width * samples * depth) / 8) + 1) * height
  try {
    // A little stream may hold gigabytes: not a byte more than the head promises is unpacked.
    const { length } = inflateSync(packed, { maxOutputLength: expected })
    return length === expected ? { type: 'png' } : { problem: BROKEN }
  } catch {
    return { problem: BROKEN }
  }
}

function judgeJpeg(bytes: Buffer): LogoVerdict {
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return { problem: BROKEN }
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    // Start of frame; C4, C8 and CC are something else.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return judgeFrame(bytes, at)
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return { problem: BROKEN }
}

function judgeFrame(bytes: Buffer, at: number): LogoVerdict {
  const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)]
  if (width === 0 || height === 0 || bytes.lastIndexOf(Buffer.from([0xff, 0xd9])) < at)
    return { problem: BROKEN }
  if (width > LARGEST_SIDE || height > LARGEST_SIDE) return { problem: TOO_LARGE }
  if (![1, 3].includes(bytes[at + 9] ?? 0))
    return { problem: 'El JPEG tiene que estar en RGB o en grises, no en CMYK.' }
  return { type: 'jpeg' }
}
