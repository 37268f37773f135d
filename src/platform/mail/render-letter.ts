import type { Letter, LetterList } from './letter.ts'
import { footText, foreignBrand } from './letter-head.ts'
import { letterHtml } from './letter-html.ts'

export type Mail = { subject: string; text: string; html: string }

export function renderLetter(letter: Letter, supportEmail: string | null): Mail {
  return {
    subject: letter.subject,
    text: asText(letter, supportEmail),
    html: letterHtml(letter, supportEmail),
  }
}

function asText(letter: Letter, support: string | null) {
  const { greeting, lead, paragraphs, lists = [], button, notes = [], quietLink } = letter
  const blocks = [
    greeting,
    lead,
    ...paragraphs,
    ...lists.map(listText),
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...notes,
    ...(quietLink ? [`${quietLink.label}:\n${quietLink.url}`] : []),
    `— ${letter.brand?.name ?? 'Pujante'}${foreignBrand(letter) || support ? `\n${footText(letter, support)}` : ''}`,
  ]
  return `${blocks.join('\n\n')}\n`
}

function listText({ title, items, rest }: LetterList): string {
  const lines = items.map(({ verdict, text, detail }) => {
    const first = `• ${verdict ? `${verdict.text}: ` : ''}${text}`
    return detail ? `${first}\n  ${detail}` : first
  })
  return [...(title ? [`${title}:`] : []), ...lines, ...(rest ? [rest] : [])].join('\n')
}
