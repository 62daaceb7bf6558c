package dev.quipu.architecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.nio.file.Files;
import java.nio.file.Path;

/// The program under inspection: its classes, without tests and test kit, and the folder it lies
/// in.
final class Program {

  /// Read once, because reading takes longer than all rules together.
  static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.quipu")
          .that(
              DescribedPredicate.not(
                  JavaClass.Predicates.resideInAnyPackage(
                      "dev.quipu.testkit..", "dev.quipu.architecture..")));

  private Program() {}

  /// The folder that holds the launcher, looked for upwards from the module that is being tested.
  static Path root() {
    var folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("quipu")) || !Files.exists(folder.resolve("pom.xml"))) {
      folder = folder.getParent();
      if (folder == null) {
        throw new IllegalStateException("no launcher in any folder above the module");
      }
    }
    return folder;
  }
}
