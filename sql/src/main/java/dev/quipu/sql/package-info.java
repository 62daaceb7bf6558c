/// The log and the views in SQL: one schema and one set of statements for every dialect.
///
/// It takes units to commit and questions under a scope, and gives their fates and rows. It
/// promises what `dev.quipu.engine` asks of its storage port, and runs the same contract tests as
/// the oracle. It depends on the engine, the wire and JDBC drivers, and is the only place that sees
/// `java.sql`.
@NullMarked
package dev.quipu.sql;

import org.jspecify.annotations.NullMarked;
