import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** The largest of the simulator's accounts: 20 campaigns over a whole shoe shop catalogue. */
export const LARGEST = { email: 'gran.cuenta@gmail.test', customerId: '9990001111' }

export type GoogleSide = {
  /** For the server under test. */
  environment: Record<string, string>
  /** The same through a front that answers a question it has heard before from memory. */
  recordedEnvironment: Record<string, string>
  /** Of the largest account's owner, unless another was asked for. */
  refreshToken: string
  close: () => Promise<void>
}

/** How the front in `recordedEnvironment` answers. */
export type Front = {
  /** Whose grant the refresh token is. */
  email: string
  /** Every account is answered as this one, so that there may be as many as one likes. */
  allAs?: string
  /** Held back before each answer, as Google's way here and back. */
  delayMs?: number
}

/** Simulators in a thread of their own: neither the server's memory nor the bench's clock feels them. */
export async function startGoogleSide(
  front: Front = { email: LARGEST.email },
): Promise<GoogleSide> {
  const thread = new Worker(new URL('google-thread.ts', import.meta.url), { workerData: front })
  const [answer] = (await once(thread, 'message')) as [Omit<GoogleSide, 'close'>]
  return { ...answer, close: async () => void (await thread.terminate()) }
}
