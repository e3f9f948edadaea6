/** URL of a stored picture; its path may or may not include the image folder. */
export const imageAddress = (image: string): string => (/^(https?:)?\/|^blob:/.test(image) ? image : `/images/${image}`)
