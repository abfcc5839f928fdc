/** Findings as SARIF 2.1.0 (OASIS), which code hosts show at the file of a change. */

import type { Finding } from '#flow/validation/finding.ts';

/** The findings of one file, each with the name of its widget. */
export type CheckedFile = { file: string; findings: (Finding & { widget: string | null })[] };

/** A log of one run; places inside a file are logical locations, as JSON pointers. */
export function sarifLog(files: readonly CheckedFile[]): object {
  const rules = [...new Set(files.flatMap(({ findings }) => findings.map(({ code }) => code)))].sort();
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'patchbay', rules: rules.map((id) => ({ id })) } },
        results: files.flatMap(({ file, findings }) =>
          findings.map(({ code, severity, message, property_path, widget }) => ({
            ruleId: code,
            level: severity,
            message: { text: message },
            locations: [
              {
                physicalLocation: { artifactLocation: { uri: file.replaceAll('\\', '/') } },
                logicalLocations: [
                  { fullyQualifiedName: property_path, ...(widget !== null && { name: widget }) },
                ],
              },
            ],
          })),
        ),
      },
    ],
  };
}
