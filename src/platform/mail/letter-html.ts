import { PAPER, PAPER_IN_THE_DARK, type PaperColor } from '#shared/paper-colors.ts'
import { escapeHtml } from '../html.ts'
import type { Letter, LetterItem, LetterList } from './letter.ts'
import { axisHtml, barHtml } from './letter-bar.ts'
import { edgeHtml, FONT, footText, headHtml, OUTLOOK } from './letter-head.ts'

// Mail programs know tables and inline styles, little else; those that know more find the dark colours in the head.
export function letterHtml(letter: Letter, support: string | null): string {
  const { subject, greeting, lead, paragraphs, lists = [], button, notes = [], quietLink } = letter
  const rows = [
    row(
      [
        paragraph(greeting, BODY),
        paragraph(lead, HEADING),
        ...paragraphs.map((text) => paragraph(text, BODY)),
      ].join(''),
    ),
    ...lists.map((list) => row(listHtml(list))),
    ...(button ? [row(buttonHtml(button))] : []),
    ...(notes.length > 0 ? [row(notes.map((text) => paragraph(text, SMALL)).join(''))] : []),
    ...(button && !button.url.startsWith('mailto:') ? [row(addressHtml(button.url))] : []),
    ...(quietLink ? [row(quietHtml(quietLink))] : []),
  ]
  return `<!doctype html>
<html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title>
${OUTLOOK.head}<style>@media (prefers-color-scheme:dark){${DARK}}</style></head>
<body class="bg-canvas" style="margin:0;padding:24px 12px;background:${PAPER.canvas}">
${previewHtml(letter)}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">${OUTLOOK.open}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="bg-surface line" style="max-width:560px;background:${PAPER.surface};border:1px solid ${PAPER.line};border-radius:8px">${edgeHtml(letter)}
<tr><td style="padding:22px 28px 4px">${headHtml(letter)}</td></tr>
${rows.join('\n')}
<tr><td style="padding:0 0 16px"></td></tr>
</table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px"><tr><td style="padding:12px 28px 0">${paragraph(footText(letter, support), SMALL)}</td></tr></table>
${OUTLOOK.close}</td></tr></table></body></html>`
}

type Style = { css: string; color: PaperColor }

/** The older of both is what more programs know. */
const BREAKS = 'word-break:break-word;overflow-wrap:anywhere'

const HEADING: Style = { css: `margin:0 0 12px;font:600 18px/1.4 ${FONT};${BREAKS}`, color: 'ink' }
const BODY: Style = {
  css: `margin:0 0 12px;font:400 15px/1.55 ${FONT};${BREAKS}`,
  color: 'ink-muted',
}
const SMALL: Style = {
  css: `margin:0 0 8px;font:400 13px/1.5 ${FONT};${BREAKS}`,
  color: 'ink-faint',
}
const LIST_TITLE: Style = { css: `margin:0 0 4px;font:600 14px/1.45 ${FONT}`, color: 'ink' }
const ITEM: Style = {
  css: `margin:0;font:500 15px/1.45 ${FONT};${BREAKS}`,
  color: 'ink',
}
const DETAIL: Style = {
  css: `margin:2px 0 0;font:400 13px/1.5 ${FONT};${BREAKS}`,
  color: 'ink-muted',
}
const TONES = {
  better: { ink: 'success', ground: 'success-soft' },
  worse: { ink: 'danger', ground: 'danger-soft' },
  neutral: { ink: 'ink-muted', ground: 'sunken' },
} as const satisfies Record<string, { ink: PaperColor; ground: PaperColor }>

/** The inline colours are the light ones; these stand in where the reader's device is dark. */
const DARK = [
  ...Object.entries(PAPER_IN_THE_DARK).flatMap(([name, color]) => [
    `.${name}{color:${color}!important}`,
    `.bg-${name}{background:${color}!important}`,
  ]),
  `.line{border-color:${PAPER_IN_THE_DARK.line}!important}`,
].join('')

/** What a mailbox shows beside the subject; unseen in the mail itself. */
function previewHtml({ lead, paragraphs, lists = [] }: Letter): string {
  const first = lists[0]?.items[0]
  const item = first && [first.verdict?.text, first.text].filter(Boolean).join(': ')
  const text = [lead, ...paragraphs, item].filter(Boolean).join(' ')
  return `<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml([...text].slice(0, PREVIEW).join(''))}</div>`
}

/** More than any mailbox shows. */
const PREVIEW = 140

function row(content: string): string {
  return `<tr><td style="padding:14px 28px 0">${content}</td></tr>`
}

function paragraph(text: string, { css, color }: Style): string {
  return `<p class="${color}" style="${css};color:${PAPER[color]}">${escapeHtml(text)}</p>`
}

function listHtml({ title, axis, items, rest }: LetterList): string {
  return [
    title ? paragraph(title, LIST_TITLE) : '',
    axis ? axisHtml(axis) : '',
    `<table width="100%" cellpadding="0" cellspacing="0" role="list">${items.map(itemHtml).join('')}</table>`,
    rest ? `<div style="padding-top:8px">${paragraph(rest, SMALL)}</div>` : '',
  ].join('')
}

function itemHtml({ verdict, text, detail, bar }: LetterItem): string {
  const parts = [
    verdict ? verdictHtml(verdict) : '',
    paragraph(text, ITEM),
    bar ? barHtml(bar, TONES[verdict?.tone ?? 'neutral'].ink) : '',
    detail ? paragraph(detail, DETAIL) : '',
  ]
  return `<tr role="listitem"><td class="line" style="padding:10px 0;border-top:1px solid ${PAPER.line}">${parts.join('')}</td></tr>`
}

function verdictHtml({ text, tone }: NonNullable<LetterItem['verdict']>): string {
  const { ink, ground } = TONES[tone]
  return `<p style="margin:0 0 4px"><span class="${ink} bg-${ground}" style="display:inline-block;padding:1px 8px;border-radius:5px;background:${PAPER[ground]};color:${PAPER[ink]};font:600 12px/1.6 ${FONT}">${escapeHtml(text)}</span></p>`
}

function quietHtml({ label, url }: { label: string; url: string }): string {
  const { css, color } = SMALL
  return `<p style="${css}">${link(url, label, color)}</p>`
}

/** The link is as large as the button, so that all of it can be pressed; Outlook on Windows gives a link no padding, but a cell. */
function buttonHtml({ label, url }: { label: string; url: string }): string {
  const [address, padding] = [escapeHtml(url), '11px 18px']
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:4px 0 12px"><tr><td class="bg-accent" bgcolor="${PAPER.accent}" style="border-radius:6px;background:${PAPER.accent};mso-padding-alt:${padding}"><a href="${address}" class="on-accent" style="display:inline-block;padding:${padding};color:${PAPER['on-accent']};text-decoration:none;font:600 15px/1.3 ${FONT}">${escapeHtml(label)}</a></td></tr></table>`
}

/** The button's address in full: some mail programs show no buttons. */
function addressHtml(url: string): string {
  return `<p class="ink-faint" style="${SMALL.css};color:${PAPER['ink-faint']}">Si el botón no funciona, copia esta dirección en el navegador:<br>${link(url, url, 'ink-faint')}</p>`
}

function link(url: string, text: string, color: PaperColor): string {
  return `<a href="${escapeHtml(url)}" class="${color}" style="color:${PAPER[color]}">${escapeHtml(text)}</a>`
}
