/** Whether the page may load it: only pictures at the same address. */
export const isOwnImage = (image: string): boolean => image !== '' && !/^[a-z]*:?\/\//i.test(image)

/** URL of a stored picture; its path may or may not include the image folder. */
export const imageAddress = (image: string): string => (/^(https?:)?\/|^blob:/.test(image) ? image : `/images/${image}`)
