import { inflateRawSync } from 'node:zlib'

/** File name → text, by the zip's central directory. */
export function unzip(zip: Buffer): Map<string, string> {
  const files = new Map<string, string>()
  let at = zip.readUInt32LE(zip.lastIndexOf(Buffer.from('PK\u0005\u0006')) + 16)
  while (zip.readUInt32LE(at) === 0x02014b50) {
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset))
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength!)
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const packed = zip.subarray(start, start + zip.readUInt32LE(at + 20))
    files.set(name, (zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(packed) : packed).toString())
    at += 46 + nameLength! + extra! + comment!
  }
  return files
}
