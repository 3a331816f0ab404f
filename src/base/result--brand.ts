/** Brand: a primitive that only its own parser can make. */

declare const brand: unique symbol;

/** `T` marked with the name `Name`; a plain `T` does not fit where a brand is asked for. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };
