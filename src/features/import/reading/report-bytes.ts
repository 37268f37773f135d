import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** A file that can be gone through again and again without being held. A chunk is good until the next one is asked for. */
export type ReportBytes = { size: number; chunks: () => Iterable<Uint8Array> }

const CHUNK_BYTES = 262_144

export function heldBytes(bytes: Uint8Array): ReportBytes {
  return {
    size: bytes.length,
    *chunks() {
      for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
        yield bytes.subarray(at, at + CHUNK_BYTES)
    },
  }
}

/** Read where nothing else waits: in the reader's own thread. */
export function fileBytes(path: string): ReportBytes {
  const file = openSync(path, 'r')
  const { size } = fstatSync(file)
  closeSync(file)
  return { size, chunks: () => chunksOf(path) }
}

function* chunksOf(path: string): Generator<Uint8Array> {
  const file = openSync(path, 'r')
  try {
    const chunk = new Uint8Array(CHUNK_BYTES)
    for (;;) {
      const length = readSync(file, chunk)
      if (length === 0) return
      yield chunk.subarray(0, length)
    }
  } finally {
    closeSync(file)
  }
}

/** The first bytes, or all of a shorter file. */
export function headOf({ chunks }: ReportBytes, length: number): Uint8Array {
  for (const chunk of chunks()) return chunk.slice(0, length)
  return new Uint8Array()
}
