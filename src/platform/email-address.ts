import { domainToASCII } from 'node:url'

/**
 * The one way an address is compared and stored: no outer blanks, one Unicode form, lower case, the domain
 * as the network knows it (peluquería.es → xn--peluquera-n5a.es; browsers send either form).
 */
export function normaliseEmail(typed: string): string {
  const plain = typed.trim().normalize('NFKC').toLowerCase()
  const at = plain.lastIndexOf('@')
  const domain = domainToASCII(plain.slice(at + 1))
  return at === -1 || domain === '' ? plain : `${plain.slice(0, at)}@${domain}`
}
