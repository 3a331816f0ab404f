/** Picomatch: as much of that package's types as our tests ask for. */

declare module "picomatch" {
  interface Options {
    readonly nocase?: boolean;
    readonly dot?: boolean;
    readonly noextglob?: boolean;
  }
  export default function picomatch(glob: string, options?: Options): (path: string) => boolean;
}
