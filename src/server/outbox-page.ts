import { escapeHtml } from '#platform/html.ts'
/** A mail as the outbox shows it; what the catcher keeps besides is of no interest here. */
export type OutboxMail = {
  to: string
  subject: string
  text: string
  html: string
  links: string[]
  /** Missing in mails kept since before attachments were. */
  attachments?: readonly { filename: string; mimeType: string; bytes: number }[]
  at: string
}

/**
 * The caught mails, newest first, as a plain page: the strict policy allows no inline style or script, so each
 * mail is shown as its text with its links.
 */
export function outboxPage(mails: readonly OutboxMail[]): string {
  const sections = mails.map(
    (mail) => `<section><h2>${escapeHtml(mail.subject)}</h2>
<p>Para ${escapeHtml(mail.to)} · <time datetime="${escapeHtml(mail.at)}">${escapeHtml(mail.at)}</time></p>
<pre tabindex="0">${escapeHtml(mail.text)}</pre>
<ul>${mail.links.map((link) => `<li><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></li>`).join('')}</ul>${(mail.attachments ?? []).map(({ filename, bytes }) => `<p>Adjunto: ${escapeHtml(filename)} (${Math.ceil(bytes / 1000)} kB)</p>`).join('')}</section>`,
  )
  return `<!doctype html><html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Correos enviados</title><link rel="stylesheet" href="/api/docs.css"></head><body><main><h1>Correos enviados</h1>
<p>En este entorno de demostración ningún correo sale de la máquina: se quedan aquí. También como <a href="/__dev/outbox.json">JSON</a>.</p>
${sections.join('\n') || '<p>Todavía no se ha enviado ninguno.</p>'}</main></body></html>`
}
