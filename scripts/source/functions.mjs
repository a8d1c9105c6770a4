/**
 * Follows how deep a visitor of a syntax tree is in functions: `visitors` are given to `Visitor` of
 * oxc-parser, and `isInside()` tells whether the visited node is in a function.
 */
export function followFunctions() {
  let depth = 0;
  const enter = () => void (depth += 1);
  const leave = () => void (depth -= 1);
  const visitors = {
    FunctionDeclaration: enter,
    "FunctionDeclaration:exit": leave,
    FunctionExpression: enter,
    "FunctionExpression:exit": leave,
    ArrowFunctionExpression: enter,
    "ArrowFunctionExpression:exit": leave,
  };
  return { visitors, isInside: () => depth > 0 };
}
