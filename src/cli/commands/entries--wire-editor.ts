/** WireEditor: the person's editor, for the one command that starts it. */

export { editorOf, runEditor } from "./entries--editor.js";
