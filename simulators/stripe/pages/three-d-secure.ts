import { html, pageOf } from './layout.ts'

/** The bank's page between a card and its payment. */
export function threeDSecurePage(): string {
  return pageOf(
    'Autenticación 3D Secure',
    html`<form class="card" method="post">
<h1>Autenticación 3D Secure</h1>
<p class="soft">En un pago real, aquí su banco le pediría que confirmase que es usted.</p>
<button class="main" type="submit" name="outcome" value="complete">Completar autenticación</button>
<p><button type="submit" name="outcome" value="fail">Rechazar autenticación</button></p>
</form>`,
  )
}
