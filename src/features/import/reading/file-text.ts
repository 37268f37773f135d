import { headOf, type ReportBytes } from './report-bytes.ts'
import { fault, type ReportFault } from './report-types.ts'

/** Larger files are refused before anything is read. */
export const MAX_REPORT_BYTES = 50_000_000

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

const DOWNLOAD = 'En Google Ads, elige Descargar › .csv o .xlsx y sube ese archivo.'
/** The first bytes of a file, which tell what it is. */
export const HEAD_BYTES = 4096
/** Letters that show whether a file is text at all. */
const SAMPLE = HEAD_BYTES * 4

/** A decoded download that is gone through in chunks, again from the start each time. */
export type FileText = {
  ok: true
  encoding: Encoding
  chunks: () => Iterable<string>
  endsInNewline: boolean
}

/** Checks a download to its end and opens it as text; `encoding` is found from its bytes, since nothing else states it. */
export function openText(bytes: ReportBytes, fileName: string): FileText | ReportFault {
  if (bytes.size > MAX_REPORT_BYTES) return tooLarge(bytes.size)
  if (bytes.size === 0) return fault('empty', `El archivo está vacío. ${DOWNLOAD}`)
  const start = headOf(bytes, HEAD_BYTES)
  const head = refuseHead(start, fileName)
  if (head) return head
  const encoding = encodingOf(bytes, start)
  if (typeof encoding !== 'string') return encoding
  const chunks = () => decoded(bytes, encoding)
  let tail = ''
  let sample = ''
  let isBlank = true
  for (const chunk of chunks()) {
    if (sample.length < SAMPLE) sample += chunk.slice(0, SAMPLE)
    isBlank &&= chunk.trim() === ''
    if (chunk !== '') tail = chunk.slice(-1)
  }
  if (isBlank) return fault('empty', `El archivo está vacío. ${DOWNLOAD}`)
  if (looksBinary(sample)) return binary()
  return { ok: true, encoding, chunks, endsInNewline: /[\r\n]/.test(tail) }
}

/** Without the mark of its encoding. */
function* decoded(bytes: ReportBytes, encoding: Encoding): Generator<string> {
  const decoder = new TextDecoder(encoding)
  for (const chunk of bytes.chunks()) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

/** An .xlsx by its first bytes: a ZIP that is called so, or begins with what workbooks begin with. */
export function isWorkbook(head: Uint8Array, fileName: string): boolean {
  const start = Array.from(head.subarray(0, HEAD_BYTES), (b) => String.fromCharCode(b)).join('')
  if (!start.startsWith(ZIP)) return false
  return /\.xls[xm]$/i.test(fileName) || /\[Content_Types\]\.xml|xl\//.test(start)
}

/** Refuses a file by its first bytes (4 KB are enough), so that an upload can be stopped early. */
export function refuseHead(head: Uint8Array, fileName: string): ReportFault | null {
  const start = Array.from(head.subarray(0, HEAD_BYTES), (b) => String.fromCharCode(b)).join('')
  for (const [magic, what] of MAGIC) if (start.startsWith(magic)) return wrong(what)
  if (start.startsWith(ZIP)) return isWorkbook(head, fileName) ? null : wrong(ZIPPED)
  const text = start
    .replaceAll('\0', '')
    .replace(/^(ï»¿|ÿþ|þÿ)/, '')
    .trimStart()
    .toLowerCase()
  if (/^<(!doctype html|html|head|body|table|div)\b/.test(text))
    return wrong('una página web (HTML)')
  if (/^<(\?xml|!--)/.test(text)) return wrong('un archivo XML')
  if (/^(\{\s*["}]|\[\s*[{\]])/.test(text)) return wrong('un archivo JSON')
  return null
}

export function tooLarge(size: number): ReportFault {
  const megabytes = Math.ceil(size / 1_000_000)
  return fault(
    'too_large',
    `El archivo ocupa ${megabytes} MB y el máximo son ${MAX_REPORT_BYTES / 1_000_000} MB. Descarga un periodo más corto o menos columnas.`,
  )
}

const ZIP = 'PK\u0003\u0004'
const ZIPPED = 'un archivo comprimido (.zip)'

const MAGIC: [string, string][] = [
  ['%PDF', 'un PDF'],
  ['\u0089PNG', 'una imagen'],
  ['\u00ff\u00d8\u00ff', 'una imagen'],
  ['GIF8', 'una imagen'],
  ['RIFF', 'una imagen o un vídeo'],
  ['\u00d0\u00cf\u0011\u00e0', 'un libro de Excel antiguo (.xls)'],
  ['\u001f\u008b', 'un archivo comprimido (.gz)'],
  ['Rar!', 'un archivo comprimido (.rar)'],
  ['7z\u00bc\u00af', 'un archivo comprimido (.7z)'],
]

function wrong(what: string): ReportFault {
  return fault('wrong_file', `Esto es ${what}, no un informe. ${DOWNLOAD}`)
}

function binary(): ReportFault {
  return fault('binary', `El archivo no contiene texto legible. ${DOWNLOAD}`)
}

function cut(): ReportFault {
  return fault(
    'truncated',
    'El archivo está cortado: termina en mitad de un carácter. Descárgalo otra vez y súbelo entero.',
  )
}

function encodingOf(bytes: ReportBytes, head: Uint8Array): Encoding | ReportFault {
  const wide = wideEncoding(head)
  if (wide) return bytes.size % 2 === 1 ? cut() : wide
  if (head.includes(0)) return binary()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isPlain = true
  try {
    for (const chunk of bytes.chunks())
      isPlain = !/[^\0-\x7f]/.test(decoder.decode(chunk, { stream: true })) && isPlain
  } catch {
    // Not UTF-8: Excel's own .csv in Western Europe and Latin America is Windows-1252.
    return 'windows-1252'
  }
  if (!endsInsideCharacter(decoder)) return 'utf-8'
  // A lone high byte at the end of plain ASCII is Windows-1252 just as well.
  return isPlain ? 'windows-1252' : cut()
}

function endsInsideCharacter(decoder: InstanceType<typeof TextDecoder>): boolean {
  try {
    decoder.decode()
    return false
  } catch {
    return true
  }
}

/** UTF-16 by its mark, or, without one, by the zero half of each Latin letter. */
function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const head = bytes.subarray(0, HEAD_BYTES)
  const zeros = [0, 0]
  head.forEach((byte, i) => {
    if (byte === 0) zeros[i % 2]! += 1
  })
  const [even = 0, odd = 0] = zeros
  if (odd > head.length * 0.3 && even < odd / 10) return 'utf-16le'
  if (even > head.length * 0.3 && odd < even / 10) return 'utf-16be'
  return null
}

function looksBinary(sample: string): boolean {
  const strange = sample.match(/(?![\t\n\r])[\p{Cc}\ufffd]/gu)?.length ?? 0
  return strange > sample.length / 200
}
