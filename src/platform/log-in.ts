import { and, eq } from 'drizzle-orm'
import type { Context } from './context.ts'
import type { users } from './db/schema/access.ts'
import { knownDevices } from './db/schema/identity.ts'
import { deviceName } from './device-name.ts'
import type { Exchange } from './http.ts'
import type { Letter } from './mail/letter.ts'
import { enqueueMail } from './mail/send-mail.ts'
import { hashToken, newToken } from './secrets.ts'
import { openSession } from './session.ts'

/** The last step of every way to log in. */

type User = typeof users.$inferSelect

const DEVICE_LIFE_SECONDS = 400 * 86_400

/** Opens the session, whose hash it answers, and mails the user when this browser has not been his before. */
export async function openLogIn(ctx: Context, exchange: Exchange, user: User): Promise<string> {
  const sessionHash = await openSession(ctx, exchange, user)
  const { request, reply, origin } = exchange
  const isHttps = origin.startsWith('https:')
  const name = isHttps ? '__Host-device' : 'device'
  const token = request.cookies[name] || newToken()
  const userAgent = request.headers['user-agent']?.slice(0, 400) ?? null
  if (await isNewDevice(ctx, { userId: user.id, tokenHash: hashToken(token), userAgent }))
    await enqueueMail(
      ctx,
      user.email,
      newDeviceLetter(user.name, { device: deviceName(userAgent), ip: request.ip, origin }),
    )
  reply.setCookie(name, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isHttps,
    maxAge: DEVICE_LIFE_SECONDS,
  })
  return sessionHash
}

/** The first browser of an account is no news to its owner. */
async function isNewDevice(
  ctx: Context,
  device: { userId: string; tokenHash: string; userAgent: string | null },
): Promise<boolean> {
  const { userId, tokenHash, userAgent } = device
  const now = ctx.clock.now()
  const seen = await ctx.db
    .update(knownDevices)
    .set({ lastSeenAt: now, userAgent })
    .where(and(eq(knownDevices.userId, userId), eq(knownDevices.tokenHash, tokenHash)))
    .returning({ userId: knownDevices.userId })
  if (seen.length > 0) return false
  const others = await ctx.db
    .select({ userId: knownDevices.userId })
    .from(knownDevices)
    .where(eq(knownDevices.userId, userId))
    .limit(1)
  await ctx.db
    .insert(knownDevices)
    .values({ ...device, firstSeenAt: now, lastSeenAt: now })
    .onConflictDoNothing()
  return others.length > 0
}

function newDeviceLetter(
  name: string,
  { device, ip, origin }: { device: string; ip: string; origin: string },
): Letter {
  return {
    subject: 'Nuevo acceso a tu cuenta de Pujante',
    greeting: `Hola, ${name}:`,
    lead: 'Se ha entrado en tu cuenta desde un navegador que no conocíamos.',
    paragraphs: [
      `${device}, desde la dirección de red ${ip}.`,
      'Si has sido tú, no hagas nada. Si no, cambia tu contraseña ahora mismo: al cambiarla se cierran las demás sesiones.',
    ],
    button: { label: 'Ver mis sesiones', url: `${origin}/dashboard/settings` },
  }
}
