import { Unzip, UnzipInflate } from 'fflate'

/** More than this of one workbook is no report: a small file can unpack to anything. */
const MAX_UNPACKED_BYTES = 250_000_000
const CHUNK_BYTES = 65_536

/** What a workbook unpacks to is too much. */
export class TooMuchUnpacked extends Error {}

/**
 * Goes through the parts of a ZIP that `open` wants, each as it is unpacked: nothing is held but what the reader keeps.
 * Throws TooMuchUnpacked, or an error of the unpacker where the ZIP is broken.
 */
export function unzipParts(
  bytes: Uint8Array,
  open: (name: string) => ((chunk: Uint8Array, isLast: boolean) => void) | null,
): void {
  let unpacked = 0
  const unzip = new Unzip((file) => {
    const read = open(file.name)
    if (!read) return
    file.ondata = (error, chunk, isLast) => {
      if (error) throw error
      unpacked += chunk.length
      if (unpacked > MAX_UNPACKED_BYTES) throw new TooMuchUnpacked()
      read(chunk, isLast)
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    const end = Math.min(bytes.length, at + CHUNK_BYTES)
    unzip.push(bytes.subarray(at, end), end === bytes.length)
  }
}
