import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { jobKind } from '#shared/job-kind.ts'
import { EmailText } from '#shared/person-shapes.ts'
import { MailLink, wayOut } from '#shared/way-out.ts'
import { CustomerId, Done, Nothing, ToldInstant } from '#shared/wire.ts'
import { BrandColor, BrandName, Compare, Frequency, Period, ScheduleName } from './shapes.ts'

/** A report now, as a file: `…/api/reports/file.pdf` or `.xlsx`, with `ReportQuery` in the query. */
export const REPORT_PDF_PATH = '/api/reports/file.pdf'
export const REPORT_XLSX_PATH = '/api/reports/file.xlsx'

export const MOST_ACCOUNTS = 20
const Accounts = z
  .array(CustomerId)
  .check(
    z.minLength(1, 'Elige al menos una cuenta.'),
    z.maxLength(MOST_ACCOUNTS, `Un informe puede tener ${MOST_ACCOUNTS} cuentas como mucho.`),
  )

export const ReportQuery = z.object({
  /** Account ids, separated by commas. */
  cuentas: z.pipe(
    z.pipe(
      z.string('Elige al menos una cuenta.'),
      z.transform((text) => text.split(',').filter((id) => id !== '')),
    ),
    Accounts,
  ),
  periodo: z._default(Period, 'last_month'),
  comparar: z._default(Compare, 'previous'),
  /** '1' to keep it; else the browser shows it. */
  descargar: z.optional(z.string()),
})

export const Branding = z.object({
  /** False where the plan has none: reports carry our name then. */
  available: z.boolean(),
  name: z.string(),
  /** `#rrggbb`. */
  color: z.string(),
  /** Address of the logo; null where there is none. */
  logoUrl: z.nullable(z.string()),
})
export type Branding = z.infer<typeof Branding>

export const getBranding = endpoint('GET /api/reports/branding', {
  access: 'subscriber',
  permission: 'see_all',
  summary: 'Name, colour and logo that the reports carry',
  input: Nothing,
  reply: Branding,
})

export const updateBranding = endpoint('PUT /api/reports/branding', {
  access: 'subscriber',
  permission: 'edit',
  summary: 'Changes name and colour of the reports (Premium)',
  input: z.object({ name: BrandName, color: BrandColor }),
  reply: Branding,
})

export const LOGO_MAX_BYTES = 512 * 1024

export const uploadLogo = endpoint('PUT /api/reports/branding/logo', {
  access: 'subscriber',
  permission: 'edit',
  summary: 'Stores a PNG or JPEG of at most 512 KB, judged by its content (Premium)',
  input: z.object({
    /** The file's bytes. */
    base64: z
      .string('Elige un archivo.')
      .check(
        z.minLength(1, 'Elige un archivo.'),
        z.regex(/^[A-Za-z0-9+/]*={0,2}$/, 'El archivo no ha llegado bien. Vuelve a elegirlo.'),
      ),
  }),
  reply: Branding,
})

export const deleteLogo = endpoint('DELETE /api/reports/branding/logo', {
  access: 'subscriber',
  permission: 'edit',
  summary: 'Takes the logo off the reports',
  input: Nothing,
  reply: Branding,
})

export const LOGO_PATH = '/api/reports/branding/logo'

export const Recipient = z.object({
  id: z.string(),
  email: z.string(),
  state: z.enum(['waiting', 'confirmed', 'unsubscribed']),
  /** Of the question that was mailed last. */
  mail: z.enum(['sent', 'retrying', 'refused']),
})
export type Recipient = z.infer<typeof Recipient>

export const listRecipients = endpoint('GET /api/reports/recipients', {
  access: 'subscriber',
  permission: 'see_all',
  summary: 'Addresses besides the own one that reports may be mailed to, once they have said yes',
  input: Nothing,
  reply: z.array(Recipient),
})

export const addRecipient = endpoint('POST /api/reports/recipients', {
  access: 'subscriber',
  permission: 'edit',
  summary:
    'Mails the question whether that address wants the reports; asks once again if it is known and has not said no (Premium)',
  input: z.object({ email: EmailText }),
  reply: Recipient,
})

export const deleteRecipient = endpoint('DELETE /api/reports/recipients/:recipientId', {
  access: 'subscriber',
  permission: 'edit',
  summary: 'Forgets an address; no schedule writes to it any more',
  input: z.object({ recipientId: z.uuid('No existe ese destinatario.') }),
  reply: Done,
})

/** Screens that the links in the mails lead to, with `token` in the query (and `todos`, where it ends more than one report); they wait for a click. */
export const CONFIRM_RECIPIENT_PATH = '/reports/confirm'
export const UNSUBSCRIBE_PATH = '/reports/unsubscribe'

export const confirmRecipient = endpoint('POST /api/reports/confirm-recipient', {
  access: 'public',
  permission: 'self',
  summary:
    'Says yes to reports, with the token mailed to that address, or yes again with that of any report',
  input: MailLink,
  reply: z.object({ message: z.string() }),
})

export const unsubscribe = wayOut(
  'POST /api/reports/unsubscribe',
  'Ends the reports to an address, with the token that each of its mails carries',
)

export const Schedule = z.object({
  id: z.string(),
  name: z.string(),
  accountIds: z.array(z.string()),
  accountNames: z.array(z.string()),
  frequency: Frequency,
  compare: Compare,
  toSelf: z.boolean(),
  recipientIds: z.array(z.string()),
  /** Spanish; null while it runs. */
  pausedText: z.nullable(z.string()),
  pausedBecause: z.nullable(z.enum(['user', 'plan', 'accounts', 'recipients'])),
  nextRunAt: ToldInstant,
  last: z.nullable(
    z.object({
      runId: z.string(),
      dueAt: ToldInstant,
      state: z.enum(['waiting', 'sent', 'partly', 'failed']),
      /** One Spanish line: 'Enviado a 2 direcciones'. */
      text: z.string(),
      hasFile: z.boolean(),
      /** Some of its mails did not arrive. */
      canSendAgain: z.boolean(),
    }),
  ),
})
export type Schedule = z.infer<typeof Schedule>

export const listSchedules = endpoint('GET /api/reports/schedules', {
  access: 'subscriber',
  permission: 'see_all',
  summary: 'Reports that are mailed by themselves, with next and last time',
  input: Nothing,
  reply: z.object({ available: z.boolean(), ownEmail: z.string(), schedules: z.array(Schedule) }),
})

const ScheduleInput = {
  name: ScheduleName,
  accountIds: Accounts,
  frequency: Frequency,
  compare: Compare,
  toSelf: z.boolean(),
  recipientIds: z.array(z.uuid('No existe ese destinatario.')).check(z.maxLength(20)),
}

export const createSchedule = endpoint('POST /api/reports/schedules', {
  access: 'subscriber',
  permission: 'edit',
  summary: 'Mails a report every Monday or every first of the month, at 8:00 in Madrid (Premium)',
  input: z.object(ScheduleInput),
  reply: z.object({ id: z.string() }),
})

export const updateSchedule = endpoint('PUT /api/reports/schedules/:scheduleId', {
  access: 'subscriber',
  permission: 'edit',
  summary: 'Changes a schedule from its next time on (Premium)',
  input: z.object({ scheduleId: z.uuid('No existe ese envío.'), ...ScheduleInput }),
  reply: Done,
})

export const pauseSchedule = endpoint('PUT /api/reports/schedules/:scheduleId/paused', {
  access: 'subscriber',
  permission: 'edit',
  summary: 'Pauses a schedule or lets it go on (going on: Premium)',
  input: z.object({ scheduleId: z.uuid('No existe ese envío.'), paused: z.boolean() }),
  reply: Done,
})

export const deleteSchedule = endpoint('DELETE /api/reports/schedules/:scheduleId', {
  access: 'subscriber',
  permission: 'edit',
  summary: 'Ends a schedule and forgets what it sent',
  input: z.object({ scheduleId: z.uuid('No existe ese envío.') }),
  reply: Done,
})

export const sendAgain = endpoint('POST /api/reports/runs/:runId/retries', {
  access: 'subscriber',
  permission: 'edit',
  summary: 'Mails a report again to those whom it did not reach (Premium)',
  input: z.object({ runId: z.uuid('No existe ese informe.') }),
  reply: Done,
})

/** The PDF that a run mailed; kept for 30 days. */
export const runPdfPath = (runId: string) => `/api/reports/runs/${runId}/pdf`

/** Draws the files of a run and hands them to the mails; harmless to repeat. After every due sync. */
export const makeReport = jobKind('make-report', {
  payload: z.object({ userId: z.string(), runId: z.string() }),
  maxAttempts: 5,
  lane: 'nightly',
})

/** One mail of a run; repeated, it carries the same message id. Sixteen tries last three to six hours, as those of letters. */
export const mailReport = jobKind('mail-report', {
  payload: z.object({ userId: z.string(), runId: z.string(), recipient: z.string() }),
  maxAttempts: 16,
})
