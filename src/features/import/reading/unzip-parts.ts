import { Unzip, UnzipInflate } from 'fflate'
import type { ReportBytes } from './report-bytes.ts'

/** More than this of one workbook is no report: a small file can unpack to anything. */
const MAX_UNPACKED_BYTES = 250_000_000

/** So much at a time unpacks to 16 MB at most. */
const PUSHED_BYTES = 16_384

/** What a workbook unpacks to is too much. */
export class TooMuchUnpacked extends Error {}

/**
 * Goes through the parts of a ZIP that `open` wants, each as it is unpacked: nothing is held but what the reader keeps.
 * Throws TooMuchUnpacked, or an error of the unpacker where the ZIP is broken.
 */
export function unzipParts(
  bytes: ReportBytes,
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
  let left = bytes.size
  for (const chunk of bytes.chunks())
    for (let at = 0; at < chunk.length; at += PUSHED_BYTES) {
      const pushed = chunk.slice(at, at + PUSHED_BYTES)
      left -= pushed.length
      unzip.push(pushed, left <= 0)
    }
}
