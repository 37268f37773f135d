import { getBranding } from '#features/reports/contract/endpoints.ts'
import { call } from '#kit/api.ts'
import { dayAtOffset } from '#shared/dates.ts'
import { PAPER } from '#shared/paper-colors.ts'
import type { AccountResults } from '../../contract/results.ts'
import { drawPicture } from './draw-picture.ts'
import { openCanvas, paint, paintLogo, pngOf } from './paint-picture.ts'

const OURS = { name: 'Pujante', colour: PAPER.accent, logo: null, isOurs: true }

/** The results as a PNG in the agency's brand, where its plan has one. */
export async function makePicture(
  accounts: readonly AccountResults[],
  period: string,
): Promise<Blob> {
  const [{ canvas, pen, measure }, { logo, ...brand }] = await Promise.all([
    openCanvas(),
    readBrand(),
  ])
  const now = new Date()
  const today = dayAtOffset(now, -now.getTimezoneOffset())
  const marked = { ...brand, hasLogo: logo !== null }
  paint(pen, drawPicture({ accounts, period, today, brand: marked, measure }))
  if (logo) paintLogo(pen, logo)
  return await pngOf(canvas)
}

/** Ours where the plan has none, and where it is not to be read: a client of a team may still send the picture. */
async function readBrand() {
  const branding = await call(getBranding, {}).catch(() => null)
  if (!branding?.available) return OURS
  const { name, color, logoUrl } = branding
  const logo = logoUrl ? await readLogo(logoUrl).catch(() => null) : null
  return { name, colour: color, logo, isOurs: !logo && name === OURS.name }
}

async function readLogo(url: string): Promise<ImageBitmap> {
  const reply = await fetch(url)
  if (!reply.ok) throw new Error(`logo: ${reply.status}`)
  return await createImageBitmap(await reply.blob())
}
