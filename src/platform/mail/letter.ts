import { escapeHtml } from '../html.ts'
/** A mail as its writer thinks of it. All texts are plain; markup is made, and values escaped, here. */
export type Letter = {
  subject: string
  greeting: string
  paragraphs: readonly string[]
  button?: { label: string; url: string }
  /** Below the button, smaller: how long the link lives, what to do if one did not ask for it. */
  notes?: readonly string[]
  /** At the very end, small: where to say no to more. */
  quietLink?: { label: string; url: string }
}

export type Mail = { subject: string; text: string; html: string }

export function renderLetter(letter: Letter, supportEmail: string | null): Mail {
  return {
    subject: letter.subject,
    text: asText(letter, supportEmail),
    html: asHtml(letter, supportEmail),
  }
}

function asText(letter: Letter, support: string | null) {
  const { greeting, paragraphs, button, notes = [], quietLink } = letter
  const blocks = [
    greeting,
    ...paragraphs,
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...notes,
    ...(quietLink ? [`${quietLink.label}:\n${quietLink.url}`] : []),
    `— Pujante${support ? `\n¿Dudas? Escríbenos a ${support}` : ''}`,
  ]
  return `${blocks.join('\n\n')}\n`
}

// Mail programs know tables and inline styles, little else; colours hold in their dark modes too.
function asHtml(letter: Letter, support: string | null): string {
  const { subject, greeting, paragraphs, button, notes = [], quietLink } = letter
  const rows = [
    row(
      `<p style="${HEADING}">${escapeHtml(greeting)}</p>${paragraphs.map((text) => paragraph(text, BODY)).join('')}`,
    ),
    ...(button ? [row(buttonHtml(button))] : []),
    ...(notes.length > 0 ? [row(notes.map((text) => paragraph(text, SMALL)).join(''))] : []),
    ...(quietLink ? [row(quietHtml(quietLink))] : []),
    row(paragraph(support ? `¿Dudas? Escríbenos a ${support}` : 'Pujante', SMALL)),
  ]
  return `<!doctype html>
<html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f4f4f5">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:12px">
<tr><td style="padding:24px 32px 0;font:700 20px ${FONT};color:#18181b">Pujante</td></tr>
${rows.join('\n')}
<tr><td style="padding:0 0 16px"></td></tr>
</table></td></tr></table></body></html>`
}

const FONT = 'system-ui,-apple-system,Segoe UI,Roboto,Arial,sans-serif'
const HEADING = `margin:0 0 12px;font:600 16px/1.5 ${FONT};color:#18181b`
const BODY = `margin:0 0 12px;font:400 16px/1.5 ${FONT};color:#3f3f46;overflow-wrap:anywhere`
const SMALL = `margin:0 0 8px;font:400 13px/1.5 ${FONT};color:#71717a;overflow-wrap:anywhere`

function row(content: string): string {
  return `<tr><td style="padding:16px 32px 0">${content}</td></tr>`
}

function paragraph(text: string, style: string): string {
  return `<p style="${style}">${escapeHtml(text)}</p>`
}

function quietHtml({ label, url }: { label: string; url: string }): string {
  return `<p style="${SMALL}"><a href="${escapeHtml(url)}" style="color:#71717a">${escapeHtml(label)}</a></p>`
}

/** The address is repeated in full: some mail programs show no buttons. */
function buttonHtml({ label, url }: { label: string; url: string }): string {
  const address = escapeHtml(url)
  return `<p style="margin:4px 0 16px"><a href="${address}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#18181b;color:#ffffff;text-decoration:none;font:600 16px ${FONT}">${escapeHtml(label)}</a></p>
<p style="${SMALL}">Si el botón no funciona, copia esta dirección en el navegador:<br><a href="${address}" style="color:#71717a">${address}</a></p>`
}
