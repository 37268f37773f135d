import { expect } from 'vitest'
import type { CaughtMail } from '../simulators/smtp/outbox.ts'
import type { TestApp } from './harness.ts'

/** As mail programs do for who presses their button (RFC 8058): a form from anywhere, without a session. */
export async function clickAway(it: TestApp, { oneClickUrl = '', links }: CaughtMail) {
  const { pathname, search } = new URL(oneClickUrl)
  expect(links).toContain(oneClickUrl)
  const headers = {
    origin: 'https://mail.test',
    'content-type': 'application/x-www-form-urlencoded',
  }
  const payload = 'List-Unsubscribe=One-Click'
  const click = async (url: string) =>
    (await it.app.inject({ method: 'POST', url, headers, payload })).statusCode
  expect(await click(`${pathname}?token=inventado`)).toBe(400)
  expect(await click(pathname + search)).toBe(200)
  expect(await click(pathname + search)).toBe(200)
}
