import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** The largest of the simulator's accounts: 20 campaigns over a whole shoe shop catalogue. */
export const LARGEST = { email: 'gran.cuenta@gmail.test', customerId: '9990001111' }

export type GoogleSide = {
  /** For the server under test. */
  environment: Record<string, string>
  /** The same through a front that answers a question it has heard before from memory. */
  recordedEnvironment: Record<string, string>
  /** Of the largest account's owner. */
  refreshToken: string
  close: () => Promise<void>
}

/** Simulators in a thread of their own: neither the server's memory nor the bench's clock feels them. */
export async function startGoogleSide(): Promise<GoogleSide> {
  const thread = new Worker(new URL('google-thread.ts', import.meta.url), {
    workerData: { email: LARGEST.email },
  })
  const [answer] = (await once(thread, 'message')) as [Omit<GoogleSide, 'close'>]
  return { ...answer, close: async () => void (await thread.terminate()) }
}
