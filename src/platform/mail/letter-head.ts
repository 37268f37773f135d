import { PAPER } from '#shared/paper-colors.ts'
import { escapeHtml } from '../html.ts'
import { type Letter, type LetterBrand, LOGO_ID } from './letter.ts'

/** The first of these that a machine has; Outlook would take Times for a family it does not know. */
export const FONT =
  "'Radio Canada',ui-sans-serif,system-ui,-apple-system,Segoe UI,Roboto,Arial,sans-serif"

/** Outlook on Windows draws with Word: no `max-width`, no list of families. */
export const OUTLOOK = {
  head: '<!--[if mso]><style>table,td,p,a,span{font-family:Arial,sans-serif !important}</style><![endif]-->',
  open: '<!--[if mso]><table role="presentation" width="560" align="center"><tr><td><![endif]-->',
  close: '<!--[if mso]></td></tr></table><![endif]-->',
}

/** Of another house; one without a name or logo of its own is ours. */
export function foreignBrand({ brand }: Letter): LetterBrand | null {
  return brand && (brand.name !== OUR_NAME || brand.hasLogo) ? brand : null
}

/** Whose letter it is: our logo, or the brand's, or its name. */
export function headHtml(letter: Letter): string {
  const brand = foreignBrand(letter)
  return brand ? brandHtml(brand) : LOGO
}

const OUR_NAME = 'Pujante'

/** A logo stands on white in the dark too: most are drawn for it. */
function brandHtml({ name, hasLogo }: LetterBrand): string {
  if (hasLogo)
    return `<table role="presentation" cellpadding="0" cellspacing="0"><tr><td style="padding:6px 8px;border-radius:6px;background:#ffffff"><img src="cid:${LOGO_ID}" alt="${escapeHtml(name)}" height="40" style="display:block;height:40px;width:auto;max-width:240px;border:0;font:600 17px ${FONT};color:${PAPER.ink}"></td></tr></table>`
  return `<p class="ink" style="margin:0;font:600 18px/1.3 ${FONT};color:${PAPER.ink};word-break:break-word;overflow-wrap:anywhere">${escapeHtml(name)}</p>`
}

const bar = (height: number) =>
  `<span class="bg-on-accent" style="display:inline-block;width:3px;height:${height}px;margin:0 1px;border-radius:2px;background:${PAPER['on-accent']}"></span>`

const LOGO = `<table role="presentation" cellpadding="0" cellspacing="0"><tr>
<td class="bg-accent" width="24" height="18" align="center" valign="bottom" style="width:24px;padding-bottom:6px;border-radius:6px;background:${PAPER.accent};line-height:0;font-size:0" aria-hidden="true">${[4, 7, 10].map(bar).join('')}</td>
<td class="ink" style="padding-left:8px;font:600 17px ${FONT};color:${PAPER.ink}">Pujante</td></tr></table>`

/** A line of the brand's colour along the top edge: a cell, for in the dark borders change. */
export function edgeHtml({ brand }: Letter): string {
  if (!brand) return ''
  return `<tr><td height="4" style="height:4px;font-size:0;line-height:0;border-radius:7px 7px 0 0;background:${brand.color}"></td></tr>`
}

/** Below the letter. A brand's answers questions itself: replies go to its sender. */
export function footText(letter: Letter, support: string | null): string {
  if (foreignBrand(letter)) return 'Hecho con Pujante'
  return support ? `¿Dudas? Escríbenos a ${support}` : 'Pujante'
}
