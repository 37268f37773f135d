import { writeFileSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'

const DEMO = { email: 'demo@pujante.test', password: 'demo-pujante-2026' }
export const ADMINISTRATOR = { email: 'admin@pujante.test', password: 'admin-pujante-2026' }

/** Once: the server slows down a user who logs in many times. */
export async function logIn(browser: Browser, baseURL: string, who = DEMO) {
  const context = await browser.newContext({ baseURL })
  const reply = await context.request.post('/api/auth/login', { data: who })
  if (!reply.ok()) throw new Error(`log-in: ${reply.status()} ${await reply.text()}`)
  const storageState = await context.storageState()
  await context.close()
  return storageState
}

/** Playwright writes PNG; a blank page, which no policy binds, makes WebP of it. `quality` 0..1; `clip` is of the whole page. */
export async function capture(
  page: Page,
  file: string,
  {
    quality,
    clip,
  }: { quality: number; clip?: { x: number; y: number; width: number; height: number } },
): Promise<void> {
  const png = (await page.screenshot(clip ? { clip, fullPage: true } : {})).toString('base64')
  const blank = await page.context().newPage()
  const webp = await blank.evaluate<string>(`(async () => {
    const picture = await createImageBitmap(
      await (await fetch('data:image/png;base64,${png}')).blob())
    const canvas = new OffscreenCanvas(picture.width, picture.height)
    canvas.getContext('2d').drawImage(picture, 0, 0)
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: ${quality} })
    const bytes = new Uint8Array(await blob.arrayBuffer())
    let text = ''
    for (const byte of bytes) text += String.fromCharCode(byte)
    return btoa(text)
  })()`)
  await blank.close()
  writeFileSync(file, Buffer.from(webp, 'base64'))
}
