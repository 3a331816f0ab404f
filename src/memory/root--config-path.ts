/** ConfigPath: the name of the file that makes a folder a memory. */

export const configPath = "pagefile.yaml";
