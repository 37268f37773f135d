import * as z from 'zod'
import type { Context } from '#platform/context.ts'
import type { Mount } from '#platform/http.ts'
import { AppError } from '#shared/app-error.ts'
import { type OutboxMail, outboxPage } from './outbox-page.ts'

/** What the starter of the simulators lets `/__dev` do with them. */
export type SimulatorControls = {
  /** Arms a fault `times` times; throws with the known names when it is unknown. */
  armFault: (vendor: string, fault: string, times: number) => void
  /**
   * Called after the clock moved, so that the new instant outlives a restart; resolves when the
   * simulators have lived through the time in between and told the product of it.
   */
  clockMoved: () => void | Promise<void>
  /** Runs a sync of one account now; resolves when it is done. */
  syncNow: (ctx: Context, googleCustomerId: string) => Promise<void>
  runEverythingDue: (ctx: Context) => Promise<void>
  /** The mails the simulated mail server caught, newest first. */
  outbox: () => readonly OutboxMail[]
}

const MS_PER_DAY = 86_400_000
const ClockInput = z.object({ advanceDays: z.number().positive().max(800) })
const FaultInput = z.object({
  vendor: z.string(),
  fault: z.string(),
  times: z.number().int().min(0).max(1000).default(1),
})
const SyncInput = z.object({ customerId: z.string().regex(/^\d{1,19}$/) })

/** `/__dev`: moves the clock, arms faults, syncs at once, shows the mails. Exists only beside a simulator. */
export function mountSimulatorControls({ app, ctx }: Mount, controls: SimulatorControls): void {
  app.post('/__dev/clock', async (request) => {
    const { advanceDays } = parse(ClockInput, request.body)
    // What is under way is of its own day, and a lease does not outlive the weeks.
    await controls.runEverythingDue(ctx)
    ctx.clock.advance(advanceDays * MS_PER_DAY)
    await controls.clockMoved()
    await controls.runEverythingDue(ctx)
    return { now: ctx.clock.now().toISOString() }
  })
  app.post('/__dev/faults', async (request) => {
    const { vendor, fault, times } = parse(FaultInput, request.body)
    try {
      controls.armFault(vendor, fault, times)
    } catch (error) {
      throw new AppError('invalid', error instanceof Error ? error.message : 'unknown fault')
    }
    return { ok: true }
  })
  app.post('/__dev/sync', async (request) => {
    const { customerId } = parse(SyncInput, request.body)
    await controls.syncNow(ctx, customerId)
    return { ok: true }
  })
  app.get('/__dev/outbox.json', () =>
    controls.outbox().map(({ to, subject, text, html, links, attachments = [], at }) => ({
      to,
      subject,
      text,
      html,
      links,
      at,
      attachments: attachments.map(({ filename, mimeType, bytes }) => ({
        filename,
        mimeType,
        bytes,
      })),
    })),
  )
  app.get('/__dev/outbox', (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(outboxPage(controls.outbox())),
  )
}

function parse<T>(shape: z.ZodType<T>, body: unknown): T {
  const parsed = shape.safeParse(body)
  if (parsed.success) return parsed.data
  throw new AppError(
    'invalid',
    parsed.error.issues.map((i) => `${i.path.join('.')}: ${i.message}`).join('; '),
  )
}
