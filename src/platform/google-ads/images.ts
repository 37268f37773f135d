/** The host of `asset.image_asset.full_size.url`: where Google keeps the images of ads. */
export const GOOGLE_IMAGES = 'https://tpc.googlesyndication.com'
