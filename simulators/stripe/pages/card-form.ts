import type { CardEntry } from '../billing/cards.ts'
import { type Form, text } from '../form.ts'
import { html, type Markup } from './layout.ts'

/** The fields of a card; what was typed before stays, except its security code. */
export function cardFields(typed: Form = {}): Markup {
  const held = (name: string) => text(typed, name) ?? ''
  return html`
<label for="number">Número de tarjeta</label>
<input id="number" name="number" inputmode="numeric" autocomplete="cc-number" placeholder="4242 4242 4242 4242" value="${held('number')}" required maxlength="23">
<div class="pair">
<div><label for="expiry">Caducidad (MM/AA)</label>
<input id="expiry" name="expiry" autocomplete="cc-exp" placeholder="12/34" value="${held('expiry')}" required maxlength="7"></div>
<div><label for="cvc">CVC</label>
<input id="cvc" name="cvc" inputmode="numeric" autocomplete="cc-csc" placeholder="123" required maxlength="4"></div>
</div>
<label for="name">Titular de la tarjeta</label>
<input id="name" name="name" autocomplete="cc-name" value="${held('name')}" required maxlength="150">`
}

/** What was typed; a date that is none becomes one long past, which is refused as such. */
export function cardEntryOf(typed: Form): CardEntry {
  const [, month = '0', year = '0'] =
    /^\s*(0?[1-9]|1[0-2])\s*\/?\s*(?:20)?(\d{2})\s*$/.exec(text(typed, 'expiry') ?? '') ?? []
  return {
    number: text(typed, 'number') ?? '',
    expMonth: Number(month),
    expYear: 2000 + Number(year),
    cvc: text(typed, 'cvc') ?? '',
  }
}

export const TEST_CARDS_HINT = html`
<section><strong>Tarjetas de prueba</strong>
<ul class="soft">
<li>4242 4242 4242 4242 se acepta</li>
<li>4000 0000 0000 0002 se rechaza</li>
<li>4000 0025 0000 3155 pide autenticación</li>
<li>4000 0000 0000 0341 se acepta ahora y falla al renovar</li>
</ul>
<p class="soft">Sirve cualquier caducidad futura y cualquier CVC de tres cifras.</p>
</section>`
