/// The log and the views in SQL: one schema and one set of statements for every dialect.
///
/// Takes units to commit and questions under a scope, gives their fates and rows. Promises what
/// `dev.quipu.engine.storage` asks of its port, and runs the same contract tests as the oracle. May
/// depend on the engine, the wire and JDBC drivers, and is the only place that sees `java.sql`;
/// start reading at [SqlStorage], then [Group] for a write and [SqlSnapshot] for a read.
@NullMarked
package dev.quipu.sql;

import org.jspecify.annotations.NullMarked;
