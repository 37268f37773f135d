import { and, eq, inArray, or } from 'drizzle-orm'
import * as z from 'zod/mini'
import { jobKind } from '#shared/job-kind.ts'
import type { Context } from '../context.ts'
import { jobs } from '../db/schema/work.ts'
import { vendorSeconds } from '../figures.ts'
import { IS_TRIED_AGAIN } from '../job-queue.ts'
import { enqueue, GiveUp, handle, type JobHandler, RetryLater } from '../jobs.ts'
import { productSettings } from '../product-settings.ts'
import type { Letter } from './letter.ts'
import { type Mail, renderLetter } from './render-letter.ts'

/** Sixteen tries with doubling waits last three to six hours, well within the life of a link. */
const sendMail = jobKind('sendMail', {
  /** The whole mail, sealed: it may carry a link that opens an account. */
  payload: z.object({ sealed: z.string() }),
  maxAttempts: 16,
  lane: 'urgent',
})

export const mailJobs: readonly JobHandler[] = [
  handle(sendMail, (ctx, { sealed }, job) => deliver(ctx, sealed, job.id)),
]

/**
 * Puts a letter in the queue, in the caller's transaction; it goes out soon after, and is tried again. `key`: by which it
 * is asked for later, of one letter only.
 */
export async function enqueueMail(
  ctx: Context,
  to: string,
  letter: Letter,
  key?: string,
): Promise<void> {
  const { supportEmail } = await productSettings(ctx)
  const mail = {
    ...{ to, replyTo: supportEmail, unsubscribeUrl: letter.quietLink?.url },
    ...renderLetter(whole(ctx, letter), supportEmail),
  }
  const sealed = ctx.vault.seal(JSON.stringify(mail))
  await enqueue(ctx, sendMail, { sealed }, { ...(key && { uniqueKey: key }) })
}

/** Of the letters with these keys those that have not gone out, though it was tried: `refused` for good, or tried again. */
export async function unsentMails(
  ctx: Context,
  keys: readonly string[],
): Promise<Map<string, 'refused' | 'retrying'>> {
  if (keys.length === 0) return new Map()
  const rows = await ctx.db
    .select({ key: jobs.uniqueKey, status: jobs.status })
    .from(jobs)
    .where(and(inArray(jobs.uniqueKey, [...keys]), or(eq(jobs.status, 'failed'), IS_TRIED_AGAIN)))
  return new Map(
    rows.map(({ key, status }) => [key!, status === 'failed' ? 'refused' : 'retrying']),
  )
}

/** Takes letters back that wait to go out: what they say holds no more. */
export async function dropMails(ctx: Context, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await ctx.db
    .delete(jobs)
    .where(and(inArray(jobs.uniqueKey, [...keys]), eq(jobs.status, 'waiting')))
}

/** Its button leads to a page of ours by the page's path. */
function whole({ config }: Context, letter: Letter): Letter {
  if (!letter.button?.url.startsWith('/')) return letter
  const origin = config.appOrigin ?? `http://localhost:${config.port}`
  return { ...letter, button: { ...letter.button, url: origin + letter.button.url } }
}

/** A mail as it leaves; `messageKey` makes its id, the same on every try, so that one taken twice is recognised. */
export type OutgoingMail = Mail & {
  to: string
  replyTo: string | null
  messageKey: string
  /** Where its reader says no to more; mail programs show a button for it, whose POST ends them at once (RFC 8058). */
  unsubscribeUrl?: string
  attachments?: readonly { filename: string; contentType: string; content: Buffer; cid?: string }[]
}

const SealedMail = z.object({
  to: z.string(),
  replyTo: z.nullable(z.string()),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  unsubscribeUrl: z.optional(z.string()),
})

/** Some let senders of spam wait before they greet. */
const GREET_WITHIN_MS = 30_000
/** Who looks through a mail before he says that he has it (RFC 5321 allows ten minutes), and is hung up on, gets it again. */
const ANSWER_WITHIN_MS = 120_000
/** So is who is hung up on by a process that stops; less than a worker waits for its jobs then. */
const STOP_AFTER_MS = 15_000

/** Throws GiveUp when the address is refused for good; else an error that may pass. */
async function deliver(ctx: Context, sealed: string, jobId: string): Promise<void> {
  const mail = SealedMail.parse(JSON.parse(ctx.vault.open(sealed)))
  await sendNow(ctx, { ...mail, messageKey: jobId })
}

/** For jobs that send their own mail: hands it to the mail server at once. Throws as `deliver` does. */
export async function sendNow(
  ctx: Context,
  outgoing: OutgoingMail,
  { stopAfterMs = STOP_AFTER_MS } = {},
): Promise<void> {
  const { smtpUrl, mailFrom } = ctx.config
  if (!smtpUrl) throw new Error('no SMTP_URL: mail cannot be sent')
  const { to, replyTo, messageKey, unsubscribeUrl, attachments, ...mail } = outgoing
  // With the first mail: a process that sends none does without its 3 MB.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url: smtpUrl,
    // The wait for the greeting is part of it.
    connectionTimeout: GREET_WITHIN_MS,
    greetingTimeout: GREET_WITHIN_MS,
    socketTimeout: ANSWER_WITHIN_MS,
  })
  const late = abortAfter(ctx.stopping, stopAfterMs)
  const observe = vendorSeconds.startTimer({ vendor: 'smtp' })
  let status = 'none'
  try {
    const messageId = `<${messageKey}@${/@([^>\s]+)/.exec(mailFrom)?.[1] ?? 'localhost'}>`
    await transport.sendMail({
      from: mailFrom,
      // As one address, never read as a list.
      to: { name: '', address: to },
      ...mail,
      messageId,
      signal: late.signal,
      ...(replyTo && { replyTo }),
      ...(attachments && { attachments: [...attachments] }),
      ...(unsubscribeUrl && {
        list: { unsubscribe: { url: unsubscribeUrl, comment: 'Baja' } },
        headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
      }),
    })
    status = '250'
  } catch (error) {
    status = String((error as SmtpError).responseCode ?? 'none')
    if (isRefusedForGood(error, to, mailFrom))
      throw new GiveUp(`mail refused: ${refusalText(error)}`)
    if (late.signal.aborted) throw new RetryLater('the process ended in the middle', 0, error)
    throw error
  } finally {
    observe({ status })
    late.forget()
    transport.close()
  }
}

/** Follows `stopping` after a while. */
function abortAfter(stopping: AbortSignal, afterMs: number) {
  const late = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const begin = () => {
    timer = setTimeout(() => late.abort(), afterMs)
  }
  if (stopping.aborted) begin()
  else stopping.addEventListener('abort', begin, { once: true })
  return {
    signal: late.signal,
    forget: () => {
      clearTimeout(timer)
      stopping.removeEventListener('abort', begin)
    },
  }
}

/**
 * Where the server says that there is no such address. A refused log-in, sender, or amount of mail, told of the address too,
 * is ours to repair, and would be that of all mails alike: those wait, as does what says nothing of the address.
 */
function isRefusedForGood(error: unknown, to: string, mailFrom: string): boolean {
  const { command, response = '', responseCode = 0 } = error as SmtpError
  if (command !== 'RCPT TO' || responseCode < 500) return false
  // The unknown user that is quoted may be our own sender, looked up by the server.
  const besideTo = response.toLowerCase().replaceAll(to.toLowerCase(), '')
  if (OURS.test(besideTo) || besideTo.includes(bareAddress(mailFrom))) return false
  if (ENHANCED.test(response)) return NO_SUCH_ADDRESS.test(response)
  return responseCode === 550 && UNKNOWN_USER.test(response)
}

type SmtpError = { code?: string; command?: string; response?: string; responseCode?: number }

/** RFC 3463: class, subject and detail behind the code. */
const ENHANCED = /^5\d\d[ -]5\.\d{1,3}\.\d/
/** Mailbox, domain or form of the address, one that has moved, a domain that takes no mail (RFC 7505); Microsoft says it under two other codes. */
const NO_SUCH_ADDRESS =
  /^5\d\d[ -](?:5\.1\.(?:1|2|3|6|10)\b|5\.4\.1 Recipient address rejected|5\.5\.0 .{0,80}mailbox unavailable)/i
/** Who sends, and whether he may; a user unknown in a 'relay recipient table' is the other's. */
const OURS = /sender|verif|callout|relay(?! recipient)|authenticat/i
/** In the words of servers that give no such code. */
const UNKNOWN_USER =
  /no such (?:user|mailbox|recipient|person|address)|(?:user|mailbox|recipient|account)\b.{0,80}\b(?:unknown|not found|does(?:n'?t| not) exist|not exist)|(?:unknown|invalid|nonexistent) (?:user|mailbox|recipient|local[- ]part)|no mailbox (?:here )?by that name/i
const bareAddress = (mailFrom: string) =>
  (/<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom).trim().toLowerCase()
const KEPT_LETTERS = 200

/** What the server said: it alone tells the operator what to mend. */
function refusalText(error: unknown): string {
  const { response, responseCode, code } = error as SmtpError
  return (response || [responseCode, code].filter(Boolean).join(' ')).slice(0, KEPT_LETTERS)
}
