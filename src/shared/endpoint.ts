import type * as z from 'zod/mini'
import type { Permission } from './permissions.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Who may call: everyone, a logged-in user, one with an active subscription, an admin. */
export type Access = 'public' | 'user' | 'subscriber' | 'admin'

/** What an API key may be given for; an endpoint without a scope takes no key. */
export const API_SCOPES = [
  'metricas:leer',
  'recomendaciones:leer',
  'recomendaciones:aplicar',
] as const
export type ApiScope = (typeof API_SCOPES)[number]

/** One HTTP endpoint as both sides see it: the server implements it, the browser calls it. */
export type Endpoint<Input extends z.ZodMiniType, Reply extends z.ZodMiniType> = {
  method: Method
  /** Fastify style: `/api/account-metrics/:customerId`. Path, query and body arrive merged in `input`. */
  path: string
  access: Access
  /** The scope a key needs here. */
  scope?: ApiScope
  /** Only within minutes of the password (or a passkey) having been given again. */
  confirmed?: true
  /** What a member of a team needs for it; without one only who acts for themselves gets in. */
  permission?: Permission
  /** One line for the API page. */
  summary: string
  input: Input
  reply: Reply
}

export type InputOf<E> = E extends Endpoint<infer Input, z.ZodMiniType> ? z.output<Input> : never
export type ReplyOf<E> = E extends Endpoint<z.ZodMiniType, infer Reply> ? z.output<Reply> : never

export function endpoint<Input extends z.ZodMiniType, Reply extends z.ZodMiniType>(
  address: `${Method} /${string}`,
  shapes: {
    access: Access
    scope?: ApiScope
    confirmed?: true
    permission?: Permission
    summary: string
    input: Input
    reply: Reply
  },
): Endpoint<Input, Reply> {
  const [method, path] = address.split(' ') as [Method, string]
  return { method, path, ...shapes }
}
