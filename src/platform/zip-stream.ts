import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'

/**
 * A zip file as it is made, of any size in no more memory than a piece of it. Sizes are not known when an entry
 * begins, so they follow it (APPNOTE 6.3.10, 4.3.9); an entry may have 4 GB, and so may the file.
 */

export type ZipEntry = { name: string; text: AsyncIterable<string> }

type Placed = { name: Buffer; offset: number; crc: number; packed: number; size: number }

const VERSION = 20
/** Sizes follow the content, and names are UTF-8. */
const FLAGS = 0x0808
const DEFLATED = 8
const LARGEST = 0xffff_ffff

export async function* zipOf(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const placed: Placed[] = []
  let offset = 0
  for await (const { name, text } of entries) {
    const entry: Placed = { name: Buffer.from(name), offset, crc: 0, packed: 0, size: 0 }
    for await (const piece of entryOf(entry, text)) {
      offset += piece.length
      yield piece
    }
    if (Math.max(offset, entry.size) > LARGEST) throw new Error('too large for a zip file')
    placed.push(entry)
  }
  const directory = Buffer.concat(placed.map(directoryLine))
  yield directory
  yield directoryEnd(placed.length, directory.length, offset)
}

async function* entryOf(entry: Placed, text: AsyncIterable<string>): AsyncGenerator<Buffer> {
  yield numbers([4, 0x04034b50], ...commonFields(entry), [2, entry.name.length], [2, 0])
  yield entry.name
  const deflate = createDeflateRaw()
  // One part at a time: sixteen, as streams have it, are as many megabytes.
  const fed = pipeline(Readable.from(counted(entry, text), { highWaterMark: 1 }), deflate)
  // Its failure comes out of the loop below as well.
  fed.catch(() => undefined)
  for await (const piece of deflate as AsyncIterable<Buffer>) {
    entry.packed += piece.length
    yield piece
  }
  await fed
  yield numbers([4, 0x08074b50], [4, entry.crc], [4, entry.packed], [4, entry.size])
}

async function* counted(entry: Placed, text: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const part of text) {
    const bytes = Buffer.from(part)
    entry.crc = crc32(bytes, entry.crc)
    entry.size += bytes.length
    yield bytes
  }
}

/** Version to read it with, flags, method, an empty date (1 January 1980), checksum and sizes as far as known. */
function commonFields({ crc, packed, size }: Placed): [number, number][] {
  return [
    [2, VERSION],
    [2, FLAGS],
    [2, DEFLATED],
    [2, 0],
    [2, 0x21],
    [4, crc],
    [4, packed],
    [4, size],
  ]
}

function directoryLine(entry: Placed): Buffer {
  const head = numbers(
    [4, 0x02014b50],
    [2, VERSION],
    ...commonFields(entry),
    [2, entry.name.length],
    // No extra field, no comment, first disk, no attributes.
    [4, 0],
    [4, 0],
    [4, 0],
    [4, entry.offset],
  )
  return Buffer.concat([head, entry.name])
}

function directoryEnd(entries: number, size: number, offset: number): Buffer {
  return numbers(
    [4, 0x06054b50],
    [4, 0],
    [2, entries],
    [2, entries],
    [4, size],
    [4, offset],
    [2, 0],
  )
}

/** Little-endian numbers of two or four bytes. */
function numbers(...fields: [bytes: number, value: number][]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of fields) at = buffer.writeUIntLE(value, at, bytes)
  return buffer
}
