import type { GoogleUser } from '../account-source.ts'
import type { AuthorizationProblem, AuthorizationRequest } from './authorization-request.ts'

const SCOPES: Record<string, string> = {
  'https://www.googleapis.com/auth/adwords':
    'Ver, editar, crear y eliminar tus cuentas y datos de Google Ads',
  openid: 'Asociarte con tu información personal en Google',
  email: 'Ver la dirección de correo electrónico de tu cuenta de Google',
  profile: 'Ver tu información personal, incluida la que hayas hecho pública',
}

/** The form posts to the page's own address, so the request's parameters travel in the query. */
export function consentPage(
  appName: string,
  request: AuthorizationRequest,
  users: readonly GoogleUser[],
): string {
  const app = escapeHtml(appName)
  const chosen = users.find((user) => user.email === request.loginHint) ?? users[0]
  const identities = users
    .map(
      (user) =>
        `<label class="identity"><input type="radio" name="email" required value="${escapeHtml(user.email)}"${
          user === chosen ? ' checked' : ''
        }><span><strong>${escapeHtml(user.name)}</strong><br>${escapeHtml(user.email)}</span></label>`,
    )
    .join('\n')
  const scopes = request.scope
    .split(/\s+/)
    .map((scope) => `<li>${escapeHtml(SCOPES[scope] ?? scope)}</li>`)
    .join('\n')
  return page(
    'Iniciar sesión: Cuentas de Google (simulador)',
    `<p class="note">Simulador de Google. Aquí no se usa ninguna cuenta real.</p>
<h1>${app} quiere acceder a tu cuenta de Google</h1>
<form method="post">
<fieldset><legend>Elige una cuenta</legend>
${identities}
</fieldset>
<h2>${app} podrá:</h2>
<ul>
${scopes}
</ul>
<p>Puedes retirar este permiso cuando quieras en tu cuenta de Google.</p>
<div class="actions">
<button name="decision" value="deny" formnovalidate>Cancelar</button>
<button class="primary" name="decision" value="allow">Permitir</button>
</div>
</form>`,
  )
}

export function problemPage({ httpStatus, code, explanation }: AuthorizationProblem): string {
  return page(
    'Acceso bloqueado (simulador)',
    `<h1>Acceso bloqueado: la solicitud de esta aplicación no es válida</h1>
<p>${escapeHtml(explanation)}</p>
<p class="note">Error ${httpStatus}: ${escapeHtml(code)}</p>`,
  )
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5 }
body { margin: 0; padding: 1rem; display: grid; place-items: center; min-height: 90vh }
main { max-width: 28rem; width: 100%; border: 1px solid #8886; border-radius: 1rem; padding: 1.5rem; box-sizing: border-box }
h1 { font-size: 1.4rem } h2 { font-size: 1rem }
fieldset { border: 0; padding: 0; margin: 0 }
.identity { display: flex; gap: .75rem; align-items: center; padding: .5rem 0; border-bottom: 1px solid #8886; cursor: pointer }
.note { font-size: .85rem; opacity: .8 }
.actions { display: flex; justify-content: flex-end; gap: .75rem }
button { font: inherit; padding: .5rem 1.25rem; border-radius: 2rem; border: 1px solid #777; background: transparent; color: inherit; cursor: pointer }
button.primary { background: #0b57d0; border-color: #0b57d0; color: #fff }
</style>
</head>
<body><main>
${body}
</main></body>
</html>
`
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replace(/[&<>"']/g, (letter) => entities[letter]!)
}
