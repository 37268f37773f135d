import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { parseShape } from '#platform/http.ts'
import { AppError } from '#shared/app-error.ts'
import { CustomerId } from '#shared/wire.ts'
import { ImportAnswers } from '../contract.ts'
import { HEAD_BYTES, MAX_REPORT_BYTES, refuseHead, tooLarge } from '../reading/file-text.ts'
import type { UploadedFile } from './import-reports.ts'

export const MAX_FILES = 10
/** Of one request: all of it lies on the disk at once. */
const MAX_UPLOAD_BYTES = 2 * MAX_REPORT_BYTES

const Fields = z.object({
  accountId: z.optional(CustomerId),
  accountName: z.optional(
    z.string().check(z.maxLength(100, 'El nombre puede tener como máximo 100 letras.')),
  ),
  currencyCode: z.optional(
    z.string().check(z.regex(/^[A-Z]{3}$/, 'La moneda se escribe con tres letras, como EUR.')),
  ),
  answers: z.optional(z.array(ImportAnswers).check(z.maxLength(MAX_FILES))),
})

export type Upload = z.output<typeof Fields> & { files: UploadedFile[] }

/**
 * Takes in the fields of a multipart request, and its files into a folder. Stops as soon as a file proves too large or no report at
 * all: throws 'too_large', 'unprocessable' or 'invalid' in Spanish.
 */
export async function receiveUpload(request: FastifyRequest, folder: string): Promise<Upload> {
  if (!request.isMultipart()) throw new AppError('invalid', 'Sube los informes como archivos.')
  const announced = Number(request.headers['content-length'] ?? 0)
  if (announced > MAX_UPLOAD_BYTES) throw new AppError('too_large', tooLarge(announced).message)
  const files: UploadedFile[] = []
  const fields: Record<string, string> = {}
  let left = MAX_UPLOAD_BYTES
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        const value = String(part.value).trim()
        if (value) fields[part.fieldname] = value
        continue
      }
      const path = join(folder, String(files.length))
      const file = await receiveFile(part, path, { left, announced })
      left -= file.size
      files.push(file)
    }
  } catch (error) {
    throw fromMultipart(error)
  }
  if (files.length === 0) throw new AppError('invalid', 'Elige al menos un archivo.')
  return { ...parseFields(fields), files }
}

/** `announced`: bytes of the whole request, the best guess at the size of a file cut short. */
async function receiveFile(
  part: MultipartFile,
  path: string,
  { left, announced }: { left: number; announced: number },
): Promise<UploadedFile & { size: number }> {
  const fileName = plainFileName(part.filename)
  let head: Uint8Array | null = new Uint8Array()
  let size = 0
  const watched = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      size += chunk.length
      if (head) head = seen(Buffer.concat([head, chunk]), fileName)
      if (size > MAX_REPORT_BYTES || size > left)
        throw new AppError(
          'too_large',
          `«${fileName}»: ${tooLarge(Math.max(size, announced)).message}`,
        )
      yield chunk
    }
  }
  await pipeline(part.file, watched, createWriteStream(path))
  return { fileName, path, size }
}

/** Null once there is enough of it to know that it is no other kind of file. */
function seen(head: Buffer, fileName: string): Buffer | null {
  if (head.length < HEAD_BYTES) return head
  refuse(refuseHead(head, fileName), fileName)
  return null
}

function refuse(fault: ReturnType<typeof refuseHead>, fileName: string): void {
  if (fault) throw new AppError('unprocessable', `«${fileName}»: ${fault.message}`)
}

function plainFileName(name: string | undefined): string {
  const bare = (name ?? '')
    .split(/[\\/]/)
    .at(-1)
    ?.replace(/\p{Cc}/gu, '')
    .trim()
  return bare?.slice(-120).toWellFormed() || 'informe.csv'
}

function parseFields(fields: Record<string, string>) {
  return parseShape(Fields, { ...fields, answers: fromJson(fields.answers) })
}

/** What is no JSON stays text, which the shape refuses. */
function fromJson(text: string | undefined): unknown {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Our disk, as opposed to the line to who uploads. */
const OF_DISK = new Set([
  'ENOSPC',
  'EDQUOT',
  'EIO',
  'EROFS',
  'EACCES',
  'ENOENT',
  'EMFILE',
  'ENFILE',
])

/** The parser's errors have no status where the body breaks off or is malformed. */
function fromMultipart(error: unknown): unknown {
  if (error instanceof AppError) return error
  const { code } = error as { code?: string }
  if (code === 'FST_FILES_LIMIT')
    return new AppError('too_large', `Sube como máximo ${MAX_FILES} archivos a la vez.`)
  if (code !== undefined && OF_DISK.has(code))
    return new AppError(
      'unavailable',
      'Ahora mismo no podemos guardar archivos. Vuelve a intentarlo en unos minutos.',
      { cause: error },
    )
  const text = 'La subida ha llegado incompleta. Vuelve a intentarlo.'
  return new AppError('invalid', text, { cause: error })
}
