import type { Vendor } from '../simulators/start.ts'

/** The variable whose absence means that a vendor is played by its simulator. */
const KEY_OF: Record<Vendor, string> = {
  'google-ads': 'GOOGLE_ADS_CLIENT_ID',
  smtp: 'SMTP_URL',
  stripe: 'STRIPE_SECRET_KEY',
}

/** Vendors without a key; in production none, unless it is told to allow simulators. */
export function simulatedVendors(environment: Record<string, string | undefined>): Vendor[] {
  if (environment.NODE_ENV === 'production' && environment.ALLOW_SIMULATORS !== '1') return []
  const vendors = Object.keys(KEY_OF) as Vendor[]
  return vendors.filter((vendor) => !environment[KEY_OF[vendor]])
}
