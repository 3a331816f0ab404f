/** Csv: records of comma-separated values by RFC 4180, line by line: fields in quotes may hold commas, line ends and doubled quotes. */

import { err, ok, type Result } from "../../base/result--result.js";

export interface CsvReader {
  /** One line with its line end. A record's fields where it is over, null where it goes on, or what is wrong with it. */
  take(line: string): Result<readonly string[] | null, string>;
  /** Gives the open record up; the next line begins another. */
  drop(): void;
}

/** Strict: a quote stands around a whole field or is doubled in one; what is wrong ends with its line. */
export function csvReader(): CsvReader {
  let fields: string[] = [];
  let field = "";
  let state: "start" | "plain" | "quoted" | "closed" = "start";
  const drop = (): void => {
    fields = [];
    field = "";
    state = "start";
  };
  const close = (): void => {
    fields.push(field);
    field = "";
    state = "start";
  };
  const take = (line: string): Result<readonly string[] | null, string> => {
    const end = contentEnd(line);
    for (let at = 0; at < end; at++) {
      const char = line.charAt(at);
      if (state === "quoted") {
        if (char !== '"') field += char;
        else if (line.charAt(at + 1) === '"') field += line.charAt(++at);
        else state = "closed";
      } else if (char === ",") close();
      else if (state === "closed") return refuse(drop, "there are characters behind a closing quote");
      else if (char !== '"') {
        field += char;
        state = "plain";
      } else if (state === "plain") return refuse(drop, "a quote stands inside a field that has none around it");
      else state = "quoted";
    }
    if (state === "quoted") {
      field += line.slice(end);
      return ok(null);
    }
    close();
    const record = fields;
    drop();
    return ok(record);
  };
  return { take, drop };
}

function refuse(drop: () => void, says: string): Result<never, string> {
  drop();
  return err(says);
}

/** Where the line end begins. */
function contentEnd(line: string): number {
  if (!line.endsWith("\n")) return line.length;
  return line.endsWith("\r\n") ? line.length - 2 : line.length - 1;
}
