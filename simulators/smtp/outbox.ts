import { existsSync, readFileSync } from 'node:fs'
import PostalMime from 'postal-mime'
import { saveFile } from '../save-file.ts'

/** A mail as its recipient would see it. */
export type CaughtMail = {
  to: string
  from: string
  subject: string
  text: string
  html: string
  /** Addresses in the text, each once, in order. */
  links: string[]
  /** Where a POST of the mail program itself ends such mails (RFC 8058). */
  oneClickUrl?: string
  attachments: { filename: string; mimeType: string; bytes: number; contentBase64: string }[]
  /** ISO instant of arrival. */
  at: string
}

/** What a demonstration writes anew with each mail, and what a load test without a folder sends in five minutes. */
const KEPT = { inFile: 500, inMemory: 20_000 }
/** Older mails keep the names of their attachments only. */
const KEPT_WITH_FILES = 20

/** The caught mails, newest first; with a path they outlive the process. */
export function openOutbox(path: string | undefined) {
  let mails: CaughtMail[] = path && existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : []
  const kept = path ? KEPT.inFile : KEPT.inMemory
  return {
    list: (): readonly CaughtMail[] => mails,
    put: (mail: CaughtMail) => {
      mails = [mail, ...mails].slice(0, kept)
      const old = mails[KEPT_WITH_FILES]
      if (old)
        mails[KEPT_WITH_FILES] = { ...old, attachments: old.attachments?.map(withoutContent) }
      if (path) saveFile(path, JSON.stringify(mails))
    },
  }
}

function withoutContent(file: CaughtMail['attachments'][number]) {
  return { ...file, contentBase64: '' }
}

export async function readMail(raw: Buffer, recipients: string[], at: Date): Promise<CaughtMail> {
  const email = await PostalMime.parse(raw, { attachmentEncoding: 'base64' })
  const text = email.text ?? ''
  const headers = new Map(email.headers.map(({ key, value }) => [key, value]))
  const isOneClick = headers.get('list-unsubscribe-post') === 'List-Unsubscribe=One-Click'
  const [, wayOut] = /<(https?:[^>]+)>/.exec(headers.get('list-unsubscribe') ?? '') ?? []
  return {
    to: recipients.join(', '),
    from: email.from?.address ?? '',
    subject: email.subject ?? '',
    text,
    html: email.html ?? '',
    links: [...new Set(text.match(/https?:\/\/[^\s<>"]+/g) ?? [])],
    ...(isOneClick && wayOut && { oneClickUrl: wayOut }),
    attachments: email.attachments.map(({ filename, mimeType, content }) => ({
      filename: filename ?? '',
      mimeType,
      bytes: Buffer.from(String(content), 'base64').length,
      contentBase64: String(content),
    })),
    at: at.toISOString(),
  }
}
