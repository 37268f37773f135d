export type Markup = { markup: string }
type Part = string | number | null | undefined | false | Markup | readonly Markup[]

/** Everything put in is text, except what is markup already. */
export function html(fixed: TemplateStringsArray, ...parts: Part[]): Markup {
  const markup = fixed.reduce((text, piece, index) => text + rendered(parts[index - 1]) + piece)
  return { markup }
}

/** A whole page in the look of all the hosted ones; it needs no script. */
export function pageOf(title: string, ...content: Markup[]): string {
  return html`<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${{ markup: STYLE }}</style>
</head>
<body>
<header class="mode"><strong>Modo de prueba</strong> · Simulador de Stripe: nadie cobra nada.</header>
<main>${content}</main>
</body>
</html>`.markup
}

/** Said at the top of a form that could not be accepted. */
export function alertOf(message: string | null): Markup {
  return message ? html`<p class="alert" role="alert">${message}</p>` : html``
}

function rendered(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (Array.isArray(part)) return part.map((one: Markup) => one.markup).join('')
  if (typeof part === 'object') return (part as Markup).markup
  return String(part).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

const STYLE = `
:root { color-scheme: light; --ink: #1a1f36; --soft: #4f566b; --line: #d5dbe1; --accent: #4f46e5 }
* { box-sizing: border-box }
body { margin: 0; background: #f6f8fa; color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
.mode { margin: 0; padding: .5rem 1rem; background: #ffe8c2; color: #5c3a00; text-align: center; font-size: .875rem }
main { max-width: 30rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.375rem; margin: 0 0 .25rem } h2 { font-size: 1.0625rem; margin: 2rem 0 .5rem }
.price { font-size: 2.25rem; font-weight: 650; margin: .25rem 0 } .soft { color: var(--soft); font-size: .875rem }
section, form.card { background: #fff; border: 1px solid var(--line); border-radius: .75rem; padding: 1.25rem; margin: 1rem 0 }
dl { display: grid; grid-template-columns: 1fr auto; gap: .375rem 0; margin: 0 } dd { margin: 0; text-align: right; font-variant-numeric: tabular-nums }
.total { font-weight: 650; border-top: 1px solid var(--line); padding-top: .375rem }
label { display: block; font-size: .875rem; font-weight: 550; margin: .875rem 0 .25rem }
input, select { width: 100%; font: inherit; padding: .625rem .75rem; border: 1px solid #8792a2; border-radius: .5rem; background: #fff; color: inherit }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem }
button { font: inherit; font-weight: 600; padding: .6875rem 1rem; border-radius: .5rem; border: 1px solid #8792a2; background: #fff; color: var(--ink); cursor: pointer }
button.main { width: 100%; margin-top: 1.25rem; background: var(--accent); border-color: var(--accent); color: #fff }
:focus-visible { outline: 3px solid #a5b4fc; outline-offset: 1px }
section > :first-child { margin-top: 0 } form.card > .alert { margin-top: 0 }
.alert { background: #fdecea; color: #8a1c13; border-radius: .5rem; padding: .75rem 1rem }
.row { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; justify-content: space-between; padding: .625rem 0; border-bottom: 1px solid var(--line) }
.row form { display: inline } .row button { padding: .3125rem .625rem; font-size: .875rem }
.badge { background: #e0e7ff; color: #312e81; border-radius: 1rem; padding: .0625rem .625rem; font-size: .8125rem }
a { color: #4338ca } ul.soft { padding-left: 1.125rem }
`
