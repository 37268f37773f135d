import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { EmailText, isStorable, PersonName } from '#shared/person-shapes.ts'
import { Nothing, ToldInstant } from '#shared/wire.ts'

const MessageText = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Escribe algo.'),
    z.maxLength(4000, 'El mensaje puede tener 4000 caracteres como mucho.'),
    isStorable,
  )

const Message = z.object({
  id: z.string(),
  side: z.enum(['customer', 'team']),
  authorName: z.string(),
  /** Written by the reader. */
  isMine: z.boolean(),
  text: z.string(),
  /** ISO instant. */
  writtenAt: ToldInstant,
})
export type Message = z.infer<typeof Message>

const Manager = z.object({ name: z.string(), email: z.nullable(z.string()) })

export const Thread = z.object({
  /** Hours within which the plan promises an answer. */
  promisedHours: z.number(),
  /** ISO instant until which an answer is promised; null while none is waited for. */
  dueAt: z.nullable(ToldInstant),
  /** Of the answers given to this user; null before the first. */
  medianHours: z.nullable(z.number()),
  manager: z.nullable(Manager),
  /** Oldest first, the last 200. */
  messages: z.array(Message),
  /** First steps with their state; null where the plan has none. */
  onboarding: z.nullable(z.array(z.object({ text: z.string(), done: z.boolean() }))),
  /** How the AI is asked to write; `available` false: not of this plan. */
  wording: z.object({ available: z.boolean(), text: z.string() }),
})
export type Thread = z.infer<typeof Thread>

export const getThread = endpoint('GET /api/support', {
  access: 'user',
  permission: 'see_all',
  summary: 'The user’s thread with the team, what is promised, and what the plan brings besides',
  input: Nothing,
  reply: Thread,
})

export const writeMessage = endpoint('POST /api/support/messages', {
  access: 'user',
  permission: 'edit',
  summary: 'Writes to the team; the promise of the plan begins with it',
  input: z.object({ text: MessageText }),
  reply: z.object({ message: z.string(), thread: Thread }),
})

export const setWording = endpoint('PUT /api/support/wording', {
  access: 'subscriber',
  permission: 'connect',
  summary: 'How the AI is to write for this user (Enterprise); the empty text takes it back',
  input: z.object({
    text: z
      .string()
      .check(z.trim(), z.maxLength(1000, 'Puede tener 1000 caracteres como mucho.'), isStorable),
  }),
  reply: z.object({ message: z.string(), thread: Thread }),
})

const UserId = z.uuid('No existe ese usuario.')

const WaitingThread = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  planName: z.nullable(z.string()),
  managerName: z.nullable(z.string()),
  managerEmail: z.nullable(z.string()),
  lastText: z.string(),
  lastAt: ToldInstant,
  /** ISO instant; null when it is answered. */
  dueAt: z.nullable(ToldInstant),
  isLate: z.boolean(),
})
export type WaitingThread = z.infer<typeof WaitingThread>

export const Desk = z.object({
  /** Those that wait first, by when their promise ends; then the answered, the newest first. */
  threads: z.array(WaitingThread),
  /** Answers of the last 90 days: how many, how many in time, and the median. */
  answers: z.object({
    count: z.number(),
    inTime: z.number(),
    medianHours: z.nullable(z.number()),
  }),
})
export type Desk = z.infer<typeof Desk>

export const getDesk = endpoint('GET /api/admin/support', {
  access: 'admin',
  permission: 'self',
  summary: 'Every thread, and how the promised times were kept',
  input: Nothing,
  reply: Desk,
})

export const readThread = endpoint('GET /api/admin/support/:userId', {
  access: 'admin',
  permission: 'self',
  summary: 'The messages of one user',
  input: z.object({ userId: UserId }),
  reply: z.array(Message),
})

export const answerThread = endpoint('POST /api/admin/support/:userId/messages', {
  access: 'admin',
  permission: 'self',
  summary: 'Answers a user, who gets it by mail too',
  input: z.object({ userId: UserId, text: MessageText }),
  reply: z.object({ message: z.string(), messages: z.array(Message) }),
})

export const nameManager = endpoint('PUT /api/admin/support/:userId/manager', {
  access: 'admin',
  permission: 'self',
  summary: 'Who looks after this user; without a name it is left open',
  input: z.object({
    userId: UserId,
    name: z.nullable(PersonName),
    email: z.optional(z.nullable(EmailText)),
  }),
  reply: z.object({ message: z.string(), desk: Desk }),
})
